import { useForm } from '@conform-to/react';
import type { ChangePassword } from '~/domain/user/password-schema';
import { NewPasswordFields } from '~/ui/account/account-fields';
import { CurrentPassword } from '~/ui/account/confirm-identity';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { DefaultCheckedBox } from '~/ui/form/fields';
import type { action } from './form.server';

export function PasswordForm({ email, hasTokens }: { email: string; hasTokens: boolean }) {
  const [form, fields] = useForm<Record<keyof ChangePassword, string>>({
    id: 'password',
    lastResult: useReply<typeof action>()?.password,
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="section">
      <h2>Password</h2>
      {form.errors && <ErrorSummary title="The password was not changed" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="password" />
      <CurrentPassword email={email} field={fields.current} />
      <NewPasswordFields
        fields={fields}
        hint="At least 8 characters. Signs you out on your other devices."
      />
      {hasTokens && (
        <DefaultCheckedBox field={fields.endTokens}>
          End my API tokens
          <span className="hint block">Programs that use them lose access.</span>
        </DefaultCheckedBox>
      )}
      <p>
        <button className="btn" data-saves>
          Change password
        </button>
      </p>
    </CheckedForm>
  );
}
