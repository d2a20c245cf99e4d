import { FieldError } from '~/components/forms/fields';
import { BULK_LABELS, type BulkField } from '~/models/bulk/bulk';
import { CLEARED } from '~/models/lists/lists';
import type { OfferedValues } from '~/models/pipeline/options';

interface BulkFieldsProps {
  submission: string;
  offered: Pick<OfferedValues, 'fundingRound' | 'nextMeetingDate'>;
  /** What was sent, if it was refused, and why. */
  sent?: Partial<Record<BulkField, string>>;
  errors?: { path: string; message: string }[];
}

/** What can be changed on several deals; what is left empty stays. */
export function BulkFields({ submission, offered, sent = {}, errors = [] }: BulkFieldsProps) {
  const errorOf = (name: BulkField) => errors.find(({ path }) => path === name)?.message;
  const common = (name: BulkField) => ({ name, value: sent[name], error: errorOf(name) });
  return (
    <div className="grid gap-4">
      <input type="hidden" name="submission" value={submission} />
      <Choice {...common('fundingRound')} options={offered.fundingRound} />
      <Choice {...common('nextMeetingDate')} options={offered.nextMeetingDate} />
      <Note {...common('note')} />
      <FieldError id="bulk-error" message={errors.find(({ path }) => !path)?.message} />
    </div>
  );
}

interface FieldProps {
  name: BulkField;
  value?: string;
  error?: string;
}

function Choice({
  name,
  options,
  value = '',
  error,
}: FieldProps & { options: OfferedValues['fundingRound'] }) {
  return (
    <div className="grid gap-1">
      <label className="label" htmlFor={name}>
        {BULK_LABELS[name]}
      </label>
      <select
        id={name}
        name={name}
        defaultValue={value}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
      >
        <option value="">Leave as it is</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        <option value={CLEARED}>None</option>
      </select>
      <FieldError id={`${name}-error`} message={error} />
    </div>
  );
}

function Note({ name, value, error }: FieldProps) {
  return (
    <div className="grid gap-1">
      <label className="label" htmlFor={name}>
        {BULK_LABELS[name]}
      </label>
      <textarea
        id={name}
        name={name}
        defaultValue={value}
        rows={3}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
      />
      <FieldError id={`${name}-error`} message={error} />
    </div>
  );
}
