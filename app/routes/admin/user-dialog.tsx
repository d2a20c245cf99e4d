import { type SubmissionResult, useForm } from '@conform-to/react';
import { useLocation, useNavigation } from '@remix-run/react';
import type { AddUser } from '~/domain/user/admin-schema';
import { EmailField } from '~/ui/account/account-fields';
import { Dialog } from '~/ui/dialog/dialog';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { PasswordField } from '~/ui/form/password-field';
import { useRetry } from '~/ui/form/retry';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';

const DIALOG_KINDS = {
  user: {
    title: 'Add User',
    intro: 'No approval is needed: the user can sign in right away.',
    minLength: 6,
    failed: 'Failed to create user account',
  },
  manager: {
    title: 'Create Manager',
    intro: 'Managers see all deals, and approve or reject new users.',
    minLength: 8,
    failed: 'Failed to create manager account',
  },
} as const;

export function UserDialog({
  kind,
  lastResult,
}: {
  kind: keyof typeof DIALOG_KINDS;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { title, intro, minLength, failed } = DIALOG_KINDS[kind];
  const { pathname, search } = useLocation();
  const close = useAddress()(CLOSED_DIALOGS);
  const isBusy = useNavigation().formData?.get('intent') === kind;
  const { onSubmit, notice } = useRetry(failed);
  const [form, fields] = useForm<AddUser>({
    id: `new-${kind}`,
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <Dialog title={title} close={close}>
      <p className="text-ink-muted">{intro}</p>
      <CheckedForm
        form={form}
        action={pathname + search}
        onSubmit={onSubmit}
        className="mt-4 grid gap-4"
      >
        {notice}
        {form.errors && <ErrorSummary title={failed} text={form.errors[0]} />}
        <input type="hidden" name="intent" value={kind} />
        <UserFields fields={fields} minLength={minLength} />
        <div className="flex justify-end">
          <button className="btn btn-primary" disabled={isBusy}>
            {isBusy ? 'Creating…' : title}
          </button>
        </div>
      </CheckedForm>
    </Dialog>
  );
}

function UserFields({
  fields,
  minLength,
}: {
  fields: ReturnType<typeof useForm<AddUser>>[1];
  minLength: number;
}) {
  return (
    <>
      <EmailField field={fields.email} autoComplete="off" />
      <PasswordField
        field={fields.password}
        label="Password"
        hint={`At least ${minLength} characters`}
        required
        minLength={minLength}
        autoComplete="new-password"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label="First name (optional)" autoComplete="off" />
        <TextField field={fields.lastName} label="Last name (optional)" autoComplete="off" />
      </div>
    </>
  );
}
