import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary, PasswordField } from '~/components/forms/fields';

export type Reply = SubmissionResult<string[]> | undefined;
type Fields = Record<'current' | 'code' | 'name', FieldMetadata<string>>;

/** A form of the two-step login: the viewer's current password, and `children` above it. */
export function ConfirmForm({
  intent,
  id = intent,
  email,
  reply,
  title,
  button,
  isDanger = false,
  children,
}: {
  intent: string;
  id?: string;
  email: string;
  reply: Reply;
  /** Of what is said when it was refused. */
  title: string;
  button: string;
  isDanger?: boolean;
  children?: (fields: Fields) => ReactNode;
}) {
  const [form, fields] = useForm<Record<keyof Fields, string>>({
    id,
    lastResult: reply,
    defaultNoValidate: false,
  });
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-4"
      preventScrollReset
    >
      {form.errors && <ErrorSummary title={title} text={form.errors[0]} />}
      <input type="hidden" name="intent" value={intent} />
      <ConfirmFields email={email} current={fields.current}>
        {children?.(fields as Fields)}
      </ConfirmFields>
      <p>
        <button className={isDanger ? 'btn btn-danger' : 'btn btn-primary'}>{button}</button>
      </p>
    </Form>
  );
}

export function ConfirmFields({
  email,
  current,
  children,
}: {
  email: string;
  current: FieldMetadata<unknown>;
  children?: ReactNode;
}) {
  return (
    <>
      {children}
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        field={current}
        label="Current password"
        required
        autoComplete="current-password"
      />
    </>
  );
}
