import { useFieldError } from './field-errors';
import { FieldError, type FieldState } from './fields';

interface CheckboxGroupProps {
  field: FieldState & { key?: string };
  options: string[];
}

/**
 * Sends the field even if no box is checked, by the hidden input. Boxes have few attributes, as a
 * form may have 4,000 of them: conform's own properties took 0.4 s.
 */
export function CheckboxGroup({ field, options }: CheckboxGroupProps) {
  const error = useFieldError(field);
  const checked = new Set([field.initialValue].flat());
  const invalid = error && { 'aria-invalid': true, 'aria-describedby': field.errorId };
  return (
    <>
      <div key={field.key} className="flex flex-wrap gap-2" id={field.id}>
        {options.map((option) => (
          <label key={option} className="check-pill">
            <input
              type="checkbox"
              name={field.name}
              value={option}
              defaultChecked={checked.has(option)}
              {...invalid}
            />
            {option}
          </label>
        ))}
      </div>
      <input type="hidden" name={field.name} value="" />
      <FieldError id={field.errorId} message={error} />
    </>
  );
}
