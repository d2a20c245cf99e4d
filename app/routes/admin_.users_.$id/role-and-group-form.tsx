import { Form, useLocation } from '@remix-run/react';
import type { Role } from '~/domain/user/fields';
import { RoleOptions } from '~/ui/admin/role-options';

export interface RoleAndGroup {
  role: Role | undefined;
  group: string | undefined;
  groups: string[];
}

export function RoleAndGroupForm({ role, group, groups }: RoleAndGroup) {
  const { key } = useLocation();
  return (
    <Form method="post" preventScrollReset autoComplete="off" className="flex flex-wrap gap-2">
      {/* Shows the stored values again after each answer. */}
      <div key={key} className="contents">
        {role && (
          <div className="grid gap-1">
            <label className="label" htmlFor="role">
              Role
            </label>
            <input type="hidden" name="shownRole" value={role} />
            <select id="role" name="role" defaultValue={role} className="input w-auto">
              <RoleOptions />
            </select>
          </div>
        )}
        {group && (
          <div className="grid gap-1">
            <label className="label" htmlFor="group">
              Group
            </label>
            <input type="hidden" name="shownGroup" value={group} />
            <select id="group" name="group" defaultValue={group} className="input w-auto">
              {[...new Set([...groups, group])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
      </div>
      <button name="intent" value="role and group" className="btn self-end">
        Save
      </button>
    </Form>
  );
}
