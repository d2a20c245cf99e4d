import { isLong, LongText } from '~/components/history/long-text';
import type { PreviewRow, PreviewView } from '~/screens/import/preview.server';

type Field = PreviewRow['fields'][number];

/** What a row changes in its deal, field by field; of a conflict both values, to choose from. */
export function RowFields({ kind, row }: { kind: PreviewView['kind']; row: PreviewRow }) {
  const written = row.fields.filter(({ isConflict, isKept }) => !isConflict && !isKept);
  const kept = row.fields.filter(({ isKept }) => isKept);
  return (
    <>
      {row.fields.map(
        (field) => field.isConflict && <Conflict key={field.field} row={row} field={field} />,
      )}
      {kind === 'duplicate' && row.deal && (
        <p className="muted">
          {written.length
            ? 'Empty fields that this row fills in:'
            : 'This row fills in no empty fields.'}
        </p>
      )}
      <Changes fields={written} />
      {kept.length > 0 && (
        <details>
          <summary className="muted">
            {kept.length === 1 ? '1 other value differs' : `${kept.length} other values differ`} and
            stay{kept.length === 1 ? 's' : ''} as stored
          </summary>
          <Changes fields={kept} isKept />
        </details>
      )}
    </>
  );
}

function Changes({ fields, isKept = false }: { fields: Field[]; isKept?: boolean }) {
  if (!fields.length) return null;
  return (
    <dl className="changed">
      {fields.map(({ field, label, from, to }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {isKept ? <LongText text={from} /> : <Stored text={from} />}{' '}
            <span className="muted">{isKept ? 'in the file:' : <span aria-hidden>→</span>}</span>{' '}
            {isKept ? <LongText text={to} /> : <New text={to} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Stored({ text }: { text: string }) {
  return (
    <del>
      <LongText text={text} />
    </del>
  );
}

function New({ text }: { text: string }) {
  return (
    <ins>
      <LongText text={text} />
    </ins>
  );
}

function Conflict({ row, field }: { row: PreviewRow; field: Field }) {
  const name = `take-${row.n}-${field.field}`;
  return (
    <fieldset className="take">
      <legend className="font-semibold">{field.label}</legend>
      {field.base !== undefined && (
        <p className="muted">
          When exported: <LongText text={field.base} />
        </p>
      )}
      <Take name={name} value="theirs" label="Stored now" text={field.from} take={field.take} />
      <Take name={name} value="mine" label="In the file" text={field.to} take={field.take} />
    </fieldset>
  );
}

interface TakeProps {
  name: string;
  value: Field['take'];
  label: string;
  text: string;
  take: Field['take'];
}

/** A long text stands beside its label: it is opened by itself. */
function Take({ name, value, label, text, take }: TakeProps) {
  const shown = <LongText text={text} />;
  return (
    <div className="flex items-start gap-1">
      <label className={`flex items-start gap-2 ${isLong(text) ? 'shrink-0' : 'min-w-0'}`}>
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={take === value}
          className="mt-1"
        />
        <span className="min-w-0 break-words">
          <span className="muted whitespace-nowrap">{label}:</span> {!isLong(text) && shown}
        </span>
      </label>
      {isLong(text) && <div className="min-w-0">{shown}</div>}
    </div>
  );
}
