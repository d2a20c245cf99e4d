import { ROLE_LABELS, ROLES } from '~/domain/user/fields';

export function RoleOptions() {
  return ROLES.map((role) => (
    <option key={role} value={role}>
      {ROLE_LABELS[role]}
    </option>
  ));
}
