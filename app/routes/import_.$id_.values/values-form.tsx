import { Form, Link, useNavigation } from '@remix-run/react';
import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { formatCount, formatNumber } from '~/domain/text/text';
import { FieldError } from '~/ui/form/fields';
import { useSavedSubmissionAddress } from '~/ui/form/saved-submission-address';
import { Icon } from '~/ui/icon';
import { ImportHead } from '~/ui/import/import-head';
import { ListTable } from '~/ui/table/list-table';
import type { ValuesView } from './view.server';

type FieldView = ValuesView['fields'][number];
type ValueView = FieldView['values'][number];

interface ValuesFormProps {
  values: ValuesView;
  problem?: string;
}

export function ValuesForm({ values, problem }: ValuesFormProps) {
  const { id, file, others, version, fields } = values;
  const isBusy = useNavigation().state !== 'idle';
  const address = useSavedSubmissionAddress(`/import/${id}/values`);
  return (
    <>
      <ImportHead title="Values" file={file}>
        <p className="mt-1 text-ink-muted">
          These values do not match their fields. Choose what to import instead of each. No row is
          lost because of them, and your choices are remembered for the next file.
        </p>
      </ImportHead>
      <Form method="post" action={address} className="grid gap-4">
        {/* Pressed by Enter in a field. */}
        <button className="hidden" tabIndex={-1} aria-hidden>
          Continue to the preview
        </button>
        <input type="hidden" name="version" value={version} />
        {problem && (
          <p role="alert" className="notice notice-failed">
            <Icon name="alert" className="mt-0.5 text-danger" />
            {problem}
          </p>
        )}
        <Others others={others} />
        {fields.map((field, index) => (
          <Field key={index} index={index} field={field} />
        ))}
        <div className="save-bar">
          <Link to={`/import/${id}?columns`} className="btn">
            Back to the columns
          </Link>
          <button className="btn btn-primary ml-auto" aria-disabled={isBusy || undefined}>
            {isBusy && <span className="spinner" />}
            Continue to the preview
          </button>
        </div>
      </Form>
    </>
  );
}

function Others({ others }: Pick<ValuesView, 'others'>) {
  return (
    <fieldset className="section">
      <legend>
        <h2>All other values</h2>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <label className="flex items-center gap-2">
          <input type="radio" name="others" value="empty" defaultChecked={others === 'empty'} />
          Leave empty
        </label>
        <label className="flex items-center gap-2">
          <input type="radio" name="others" value="comment" defaultChecked={others === 'comment'} />
          Add to the comments
        </label>
      </div>
      <p className="muted">Each of them is listed in the preview and in the result.</p>
    </fieldset>
  );
}

function Field({ index, field }: { index: number; field: FieldView }) {
  const { label, header, values, moreCells, canKeepValues } = field;
  const reasons = new Set(values.map(({ reason }) => reason));
  const common = reasons.size === 1 ? [...reasons][0] : undefined;
  return (
    <section className="section" aria-labelledby={`field-${index}`}>
      <h2 id={`field-${index}`} className="break-words">
        {label}
      </h2>
      <p className="muted break-words">
        {header !== label && `Column “${header}”. `}
        {common && `Each of these ${common}.`}
      </p>
      <ListTable
        className="columns values"
        caption={`Values of ${label}`}
        heads={['In the file', 'Rows', 'Import as']}
      >
        {values.map((value) => (
          <Value key={value.name} field={field} value={value} isReasonShown={!common} />
        ))}
      </ListTable>
      {moreCells > 0 && (
        <p className="muted">
          {canKeepValues
            ? `Further values in ${formatCount(moreCells, 'row')} are kept as they are written.`
            : `Further values in ${formatCount(moreCells, 'row')} are treated like all other values.`}
        </p>
      )}
    </section>
  );
}

const SOURCE_LABELS = { remembered: 'Remembered', suggested: 'Suggested' } as const;

interface ValueProps {
  field: FieldView;
  value: ValueView;
  isReasonShown: boolean;
}

function Value({ field, value, isReasonShown }: ValueProps) {
  const { name, text, cells, reason, source, error } = value;
  return (
    <tr>
      <th scope="row">{text || <span className="muted">an error</span>}</th>
      <td className="tabular">
        {formatNumber(cells)} <span className="md:hidden">{cells === 1 ? 'row' : 'rows'}</span>
        {isReasonShown && <p className="muted">{reason}</p>}
      </td>
      <td>
        <div className="flex flex-wrap items-center gap-1">
          {field.input && <TypedValue field={field} value={value} />}
          <ValueSelect field={field} value={value} />
          {source && <span className="pill">{SOURCE_LABELS[source]}</span>}
        </div>
        <FieldError id={`text-${name}-error`} message={error} />
      </td>
    </tr>
  );
}

function ValueSelect({ field, value }: Omit<ValueProps, 'isReasonShown'>) {
  const { label, input, canKeepValues, canAddOptions, options } = field;
  const { name, text, choice } = value;
  return (
    <select
      name={`choice-${name}`}
      defaultValue={choice}
      className="input w-auto max-w-full"
      aria-label={input ? `If no ${label} is entered for ${text}` : `${label} for ${text}`}
    >
      {canKeepValues && <option value="keep">Keep as written</option>}
      <option value="">Same as all other values</option>
      <option value="empty">Leave empty</option>
      <option value="comment">Add to the comments</option>
      {canAddOptions && <option value="option">New option</option>}
      {options.length > 0 && (
        <optgroup label={label}>
          {options.map(({ label, value = `set:${label}` }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

function TypedValue({ field, value }: Omit<ValueProps, 'isReasonShown'>) {
  const { name, text, typed, error } = value;
  const common = {
    name: `text-${name}`,
    defaultValue: typed,
    className: 'input w-48',
    'aria-label': `${field.label} for ${text}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error && `text-${name}-error`,
  } as const;
  if (field.input === 'date') return <input {...common} type="date" min={MIN_DAY} max={MAX_DAY} />;
  if (field.input === 'score')
    return <input {...common} inputMode="decimal" maxLength={10} placeholder="0 to 10" />;
  return <input {...common} />;
}
