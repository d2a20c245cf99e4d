import { Form, useLocation, useNavigation } from '@remix-run/react';
import type { Role } from '~/domain/user/fields';
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
  const isBusy = useNavigation().formData?.get('id') === id;
  return (
    <Form
      method="post"
      action="/admin/approvals"
      preventScrollReset
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
    </Form>
  );
}
