import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form, type FormProps } from '@remix-run/react';

export function CheckedForm<Schema extends Record<string, unknown>>({
  form,
  ...props
}: { form: FormMetadata<Schema> } & FormProps) {
  return <Form method="post" {...getFormProps(form, { ariaAttributes: false })} {...props} />;
}
