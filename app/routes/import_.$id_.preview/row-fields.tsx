import { formatCount } from '~/domain/text/text';
import { FieldError } from '~/ui/form/fields';
import { isLongText, LongText } from '~/ui/text/long-text';
import { getConflictControl } from './control-names';
import type { PreviewRow, PreviewView } from './view.server';

type Field = PreviewRow['fields'][number];

interface RowFieldsProps {
  kind: PreviewView['kind'];
  row: PreviewRow;
  wasRejected: boolean;
}

export function RowFields({ kind, row, wasRejected }: RowFieldsProps) {
  const written = row.fields.filter(({ isConflict, isSkipped }) => !isConflict && !isSkipped);
  const skippedFields = row.fields.filter(({ isSkipped }) => isSkipped);
  return (
    <>
      {row.fields.map(
        (field) =>
          field.isConflict && (
            <Conflict
              key={field.field}
              row={row}
              field={field}
              isMissing={wasRejected && row.choice !== 'skip' && !field.take}
            />
          ),
      )}
      {kind === 'duplicate' && row.deal && (
        <p className="muted">
          {written.length
            ? 'Empty fields that this row fills in:'
            : 'This row fills in no empty fields.'}
        </p>
      )}
      <Changes fields={written} />
      {skippedFields.length > 0 && (
        <details>
          <summary className="muted">
            {formatCount(skippedFields.length, 'other value')}{' '}
            {skippedFields.length === 1 ? 'differs' : 'differ'}, and{' '}
            {skippedFields.length === 1 ? 'stays' : 'stay'} unless you use the file’s values
          </summary>
          <Changes fields={skippedFields} isSkipped />
        </details>
      )}
    </>
  );
}

function Changes({ fields, isSkipped = false }: { fields: Field[]; isSkipped?: boolean }) {
  if (!fields.length) return null;
  const [Stored, New] = isSkipped ? (['span', 'span'] as const) : (['del', 'ins'] as const);
  return (
    <dl className="changed">
      {fields.map(({ field, label, from, to }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <Stored>
              <LongText text={from} />
            </Stored>{' '}
            <span className="muted">{isSkipped ? 'in the file:' : <span aria-hidden>→</span>}</span>{' '}
            <New>
              <LongText text={to} />
            </New>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ConflictProps {
  row: PreviewRow;
  field: Field;
  isMissing: boolean;
}

function Conflict({ row, field, isMissing }: ConflictProps) {
  const name = getConflictControl({ n: row.n, field: field.field });
  const take = { name, take: field.take };
  const error = `${name}-error`;
  return (
    <fieldset
      className="mb-2 grid grid-cols-1 gap-0.5"
      aria-describedby={isMissing ? error : undefined}
    >
      <legend className="font-semibold">{field.label}</legend>
      {field.base !== undefined && (
        <p className="muted">
          When exported: <LongText text={field.base} />
        </p>
      )}
      <ValueChoice {...take} value="theirs" label="Stored now" text={field.from} by={field.saved} />
      <ValueChoice {...take} value="mine" label="In the file" text={field.to} />
      <FieldError
        id={error}
        message={isMissing ? `Choose which ${field.label} to keep` : undefined}
      />
    </fieldset>
  );
}

interface ValueChoiceProps {
  name: string;
  value: NonNullable<Field['take']>;
  label: string;
  text: string;
  by?: string;
  take: Field['take'];
}

/** Puts a long text beside its label, because it expands on its own. */
function ValueChoice({ name, value, label, text, by, take }: ValueChoiceProps) {
  const shown = <LongText text={text} />;
  return (
    <div className="flex items-start gap-1">
      <label className={`flex items-start gap-2 ${isLongText(text) ? 'shrink-0' : 'min-w-0'}`}>
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={take === value}
          className="mt-1"
        />
        <span className="min-w-0 break-words">
          <span className="muted whitespace-nowrap">{label}:</span> {!isLongText(text) && shown}
          {by && <span className="block text-meta text-ink-muted">{by}</span>}
        </span>
      </label>
      {isLongText(text) && <div className="min-w-0">{shown}</div>}
    </div>
  );
}
