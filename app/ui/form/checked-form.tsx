import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form, type FormProps } from '@remix-run/react';
import { FirstInvalidField, getFirstInvalidField } from './first-invalid';
import { OpenedBy } from './opened-by';

/** `onSubmit` runs before the check of the fields, also for a form that is not sent then. */
export function CheckedForm<Schema extends Record<string, unknown>>({
  form,
  onSubmit,
  children,
  ...props
}: { form: FormMetadata<Schema> } & FormProps) {
  return (
    <FirstInvalidField.Provider value={getFirstInvalidField(form)}>
      <Form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        {...props}
        onSubmit={(event) => {
          onSubmit?.(event);
          form.onSubmit(event);
        }}
      >
        <OpenedBy />
        {children}
      </Form>
    </FirstInvalidField.Provider>
  );
}
