import { Form } from '@remix-run/react';
import type { Role } from '~/domain/user/fields';
import type { FieldError } from '~/errors';
import { RoleOptions } from '~/ui/admin/role-options';
import { createField, Field } from '~/ui/form/fields';

interface RoleAndGroupFormProps {
  role: Role | undefined;
  group: string | undefined;
  groups: string[];
  /** A form that was refused because somebody else has changed the account. */
  sent: { role: string | null; group: string | null; errors: FieldError[] } | undefined;
}

export function RoleAndGroupForm({ role, group, groups, sent }: RoleAndGroupFormProps) {
  const getError = (name: string) => sent?.errors.find(({ path }) => path === name)?.message;
  return (
    <Form method="post" preventScrollReset autoComplete="off" className="flex flex-wrap gap-2">
      {/* Shows the stored values again after they have changed. */}
      <div key={[role, group, sent?.role, sent?.group].join()} className="contents">
        {role && (
          <Field field={createField('role', sent?.role ?? role, getError('role'))} label="Role">
            {(control) => (
              <>
                <input type="hidden" name="shownRole" value={role} />
                <select {...control} className="input w-auto">
                  <RoleOptions />
                </select>
              </>
            )}
          </Field>
        )}
        {group && (
          <Field
            field={createField('group', sent?.group ?? group, getError('group'))}
            label="Group"
          >
            {(control) => (
              <>
                <input type="hidden" name="shownGroup" value={group} />
                <select {...control} className="input w-auto">
                  {[...new Set([...groups, group])].map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </>
            )}
          </Field>
        )}
      </div>
      <button name="intent" value="role and group" className="btn self-end">
        Save
      </button>
    </Form>
  );
}
