import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form, type FormProps } from '@remix-run/react';

/** Validates while the form is filled in, and without scripts by the browser. */
export function CheckedForm<Schema extends Record<string, unknown>>({
  form,
  ...props
}: { form: FormMetadata<Schema> } & FormProps) {
  return <Form method="post" {...getFormProps(form, { ariaAttributes: false })} {...props} />;
}
