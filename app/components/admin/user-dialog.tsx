import { type SubmissionResult, useForm } from '@conform-to/react';
import { useLocation, useNavigation } from '@remix-run/react';
import { NAME_LIMIT } from '~/models/user/fields';
import type { AddUser } from '~/models/user/schema';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';
import { EmailField } from '~/components/forms/account-fields';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary, PasswordField, TextField } from '~/components/forms/fields';

const KINDS = {
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
  kind: keyof typeof KINDS;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { title, intro, minLength, failed } = KINDS[kind];
  const { pathname, search } = useLocation();
  const close = useAddress()(CLOSED);
  const busy = useNavigation().formData?.get('intent') === kind;
  const [form, fields] = useForm<AddUser>({
    id: `new-${kind}`,
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <Dialog title={title} close={close}>
      <p className="text-ink-muted">{intro}</p>
      <CheckedForm form={form} action={pathname + search} className="mt-4 grid gap-4">
        {form.errors && <ErrorSummary title={failed} text={form.errors[0]} />}
        <input type="hidden" name="intent" value={kind} />
        <UserFields fields={fields} minLength={minLength} />
        <div className="flex justify-end">
          <button className="btn btn-primary" disabled={busy}>
            {busy ? 'Creating…' : title}
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
        <TextField
          field={fields.firstName}
          label="First name (optional)"
          autoComplete="off"
          maxLength={NAME_LIMIT}
        />
        <TextField
          field={fields.lastName}
          label="Last name (optional)"
          autoComplete="off"
          maxLength={NAME_LIMIT}
        />
      </div>
    </>
  );
}
