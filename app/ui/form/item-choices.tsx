import { FieldError, type FieldState } from './fields';

interface ItemChoicesProps {
  field: FieldState;
  title: string;
  options: { value: number; label: string; details: string }[];
}

export function ItemChoices({ field, title, options }: ItemChoicesProps) {
  if (!options.length && !field.errors) return null;
  const chosen = [field.initialValue ?? []].flat();
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1">
      <legend className="label">{title}</legend>
      <div className="owner-choices">
        {options.map(({ value, label, details }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={field.name}
              value={value}
              defaultChecked={chosen.includes(String(value))}
            />
            <bdi className="min-w-0 break-words">
              {label} <span className="muted">{details}</span>
            </bdi>
          </label>
        ))}
      </div>
      <FieldError id={field.errorId} message={field.errors?.[0]} />
    </fieldset>
  );
}
