import { useFetchers, useLocation } from '@remix-run/react';
import type { Role } from '~/domain/user/fields';
import { ButtonForm } from '~/ui/form/button-form';
import { RoleOptions } from './role-options';

export function ApprovalButtons({
  id,
  who,
  role,
}: {
  id: string;
  who: string;
  role: Role | undefined;
}) {
  const { pathname, search } = useLocation();
  const isBusy = useFetchers().some(({ formData }) => formData?.get('id') === id);
  return (
    <ButtonForm
      action="/admin/approvals"
      failure="Not saved"
      className="approval flex flex-wrap gap-2 md:justify-end"
      autoComplete="off"
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={pathname + search} />
      {role && (
        <select
          name="role"
          className="input w-auto"
          aria-label={`Role of ${who}`}
          defaultValue={role}
        >
          <RoleOptions />
        </select>
      )}
      <div className="flex gap-2">
        <button
          name="intent"
          value="approve"
          className="btn"
          disabled={isBusy}
          aria-label={`Approve ${who}`}
        >
          Approve
        </button>
        <button
          name="intent"
          value="reject"
          className="btn btn-danger"
          disabled={isBusy}
          aria-label={`Reject ${who}`}
        >
          Reject
        </button>
      </div>
    </ButtonForm>
  );
}
