import { FieldError } from './fields';

/** The email of a deal's new owner; `possibleOwners` are suggestions. */
export function NewOwnerField({
  label,
  possibleOwners,
  typed,
  error,
  required,
  autoFocus,
}: {
  label: string;
  possibleOwners: { email: string; name: string }[];
  typed?: string;
  error?: string;
  required?: boolean;
  autoFocus?: boolean;
}) {
  return (
    <div className="grid gap-1">
      <label className="label" htmlFor="owner">
        {label}
      </label>
      <input
        id="owner"
        name="owner"
        type="email"
        list="possible-owners"
        defaultValue={typed}
        required={required}
        autoFocus={autoFocus}
        autoComplete="off"
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'owner-error'}
      />
      <datalist id="possible-owners">
        {possibleOwners.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
      <FieldError id="owner-error" message={error} />
    </div>
  );
}
