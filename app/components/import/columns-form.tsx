import { ListTable } from '~/components/list/list-table';
import { Form, Link, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { FieldError } from '~/components/forms/fields';
import { useHydrated } from '~/components/frame/hydrated';
import { Icon } from '~/components/frame/icon';
import type { ColumnProblem } from '~/models/import/match/chosen';
import type { ColumnsView } from '~/screens/import/import.server';
import { CURRENCIES, FACTOR_LABELS } from '~/models/import/amount-labels';
import { KEEP } from '~/models/import/match/targets';
import { counted } from '~/models/text';
import type { LeftAlone } from '~/models/export/columns';
import { TextLayout } from './text-layout';

interface ColumnsFormProps {
  columns: ColumnsView;
  dayFirst?: boolean | null;
  problems?: ColumnProblem[];
  problem?: string;
  /** A sheet holds something else now, and its columns are to be looked at again. */
  isOther?: boolean;
  isDayOpen?: boolean;
}

/** What each sheet holds, and the field of each of its columns. */
export function ColumnsForm({ columns, problems = [], ...shown }: ColumnsFormProps) {
  const { id, sheets, day } = columns;
  const isBusy = useNavigation().state !== 'idle';
  const hasErrors = problems.length > 0 || Boolean(shown.isDayOpen);
  const form = useFocusOnError(hasErrors);
  return (
    <Form ref={form} method="post" action={`/import/${id}?columns`} className="grid gap-4">
      {/* What Enter in a field presses. */}
      <button className="hidden" tabIndex={-1} aria-hidden>
        Continue to the preview
      </button>
      <Notices {...shown} hasErrors={hasErrors} />
      {columns.layout && <TextLayout layout={columns.layout} />}
      {sheets.map((sheet, index) =>
        sheet.leftAlone ? (
          <SheetLeftAlone key={index} index={index} name={sheet.name} holds={sheet.leftAlone} />
        ) : (
          <Sheet
            key={index}
            index={index}
            sheet={sheet}
            amountTargets={columns.amountTargets}
            problems={problems.filter((problem) => problem.sheet === index)}
          />
        ),
      )}
      {day && <DayOrder day={day} dayFirst={shown.dayFirst} isOpen={shown.isDayOpen} />}
      <div className="save-bar justify-between">
        <Link to={`/import/${id}?discard`} className="btn">
          Discard this import
        </Link>
        <button className="btn btn-primary" aria-disabled={isBusy || undefined}>
          {isBusy && <span className="spinner" />}
          Continue to the preview
        </button>
      </div>
    </Form>
  );
}

function Notices({
  problem,
  isOther,
  hasErrors,
}: Pick<ColumnsFormProps, 'problem' | 'isOther'> & { hasErrors: boolean }) {
  return (
    <>
      {problem && (
        <p role="alert" className="notice notice-failed">
          {problem}
        </p>
      )}
      {hasErrors && !isOther && (
        <p role="alert" className="notice notice-failed">
          <Icon name="alert" className="mt-0.5 text-danger" />
          Please correct the marked fields below.
        </p>
      )}
      {isOther && (
        <p role="status" className="notice">
          Please check the columns again, then continue.
        </p>
      )}
    </>
  );
}

const INVALID = '[aria-invalid=true], fieldset[aria-describedby] input';

function useFocusOnError(hasErrors: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasErrors) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [hasErrors]);
  return form;
}

type SheetView = ColumnsView['sheets'][number];

interface SheetProps {
  index: number;
  sheet: SheetView;
  /** Fields that take an amount of money. */
  amountTargets: string[];
  problems: ColumnProblem[];
}

function Sheet({ index, sheet, amountTargets, problems }: SheetProps) {
  const { name, headerRow, rows, holds, columns } = sheet;
  const error = problems.find(({ column }) => column === undefined)?.message;
  return (
    <section className="section" aria-labelledby={`sheet-${index}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={`sheet-${index}`} className="break-words">
            {name}
          </h2>
          <p className="muted">
            {`Column names in row ${headerRow.toLocaleString('en')}, ${counted(rows, 'row')} below`}
          </p>
        </div>
        <SheetContent index={index} holds={holds} error={error} />
      </div>
      <input type="hidden" name={`shown-${index}`} value={holds} />
      <FieldError id={`holds-${index}-error`} message={error} />
      {columns.length > 0 && (
        <Columns
          key={holds}
          index={index}
          sheet={sheet}
          amountTargets={amountTargets}
          problems={problems}
        />
      )}
    </section>
  );
}

function SheetLeftAlone({ index, name, holds }: { index: number; name: string; holds: LeftAlone }) {
  const title = holds[0]!.toUpperCase() + holds.slice(1);
  return (
    <section className="section" aria-labelledby={`sheet-${index}`}>
      <h2 id={`sheet-${index}`} className="break-words">
        {name}
      </h2>
      <p>{`${title} are not imported: the deals keep the ${holds} they have.`}</p>
      <input type="hidden" name={`holds-${index}`} value="ignored" />
      <input type="hidden" name={`shown-${index}`} value="ignored" />
    </section>
  );
}

/** With scripts, the columns follow immediately. */
function SheetContent({ index, holds, error }: { index: number; holds: string; error?: string }) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  return (
    <label className="flex items-center gap-2">
      <span>This sheet contains</span>
      <select
        key={holds}
        name={`holds-${index}`}
        defaultValue={holds}
        className="input w-auto!"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `holds-${index}-error`}
        onChange={({ target }) => {
          if (!isHydrated || target.value === holds || !target.form) return;
          const chosen = new FormData(target.form);
          chosen.set('do', 'look');
          submit(chosen, { method: 'post', action: target.form.action });
        }}
      >
        <option value="deals">Deals</option>
        <option value="evaluations">Evaluations</option>
        <option value="ignored">Nothing to import</option>
      </select>
    </label>
  );
}

function Columns({
  index,
  sheet: { name, columns, targets },
  amountTargets,
  problems,
}: SheetProps) {
  return (
    <ListTable
      className="columns"
      caption={`Columns of ${name}`}
      heads={['Column', 'First values', 'Field']}
    >
      {columns.map((column) => (
        <Column
          key={column.column}
          place={`${index}-${column.column}`}
          column={column}
          targets={targets}
          amountTargets={amountTargets}
          error={problems.find((problem) => problem.column === column.column)?.message}
        />
      ))}
    </ListTable>
  );
}

interface ColumnProps {
  /** The indexes of the sheet and the column, as the names of controls have them. */
  place: string;
  column: SheetView['columns'][number];
  targets: SheetView['targets'];
  amountTargets: string[];
  error?: string;
}

function Column({
  place,
  column: { letter, header, samples, dates, target, newName, amount },
  targets,
  amountTargets,
  error,
}: ColumnProps) {
  const [shownTarget, setShownTarget] = useState(target);
  const name = `target-${place}`;
  const label = `column ${letter}, ${header}`;
  return (
    <tr>
      <th scope="row">
        <span className="muted mr-1 tabular-nums">{letter}</span> {header}
      </th>
      <td>
        {samples.length ? samples.join(' · ') : <span className="muted">empty</span>}
        {dates && <p className="muted">{dates}</p>}
      </td>
      <td>
        <select
          name={name}
          defaultValue={target}
          className="input"
          aria-label={`Field of ${label}`}
          onChange={(event) => setShownTarget(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
        >
          <option value="">Ignore</option>
          {targets.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {shownTarget === KEEP.key && (
          <input
            name={`name-${place}`}
            defaultValue={newName}
            maxLength={100}
            className="input mt-1"
            aria-label={`Name of the new field for ${label}`}
          />
        )}
        {amount && amountTargets.includes(shownTarget) && (
          <AmountUnit place={place} label={label} amount={amount} />
        )}
        <FieldError id={`${name}-error`} message={error} />
      </td>
    </tr>
  );
}

interface AmountUnitProps {
  place: string;
  label: string;
  amount: NonNullable<SheetView['columns'][number]['amount']>;
}

/** What amounts are in that are numbers alone. */
function AmountUnit({ place, label, amount: { currency = '', factor = 1 } }: AmountUnitProps) {
  const currencies = CURRENCIES.includes(currency) ? CURRENCIES : [currency, ...CURRENCIES];
  return (
    <div className="mt-1">
      <p className="muted">Bare numbers are in</p>
      <div className="flex flex-wrap gap-1">
        <select
          name={`currency-${place}`}
          defaultValue={currency}
          className="input w-auto!"
          aria-label={`Currency of ${label}`}
        >
          <option value="">No currency, or the row’s</option>
          {currencies.filter(Boolean).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
        <select
          name={`factor-${place}`}
          defaultValue={factor}
          className="input w-auto!"
          aria-label={`Unit of ${label}`}
        >
          {Object.entries(FACTOR_LABELS).map(([value, unit]) => (
            <option key={value} value={value}>
              {unit}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface DayOrderProps {
  day: NonNullable<ColumnsView['day']>;
  dayFirst?: boolean | null;
  isOpen?: boolean;
}

function DayOrder({ day, dayFirst, isOpen }: DayOrderProps) {
  const choices = [
    { value: 'yes', label: `${day.text} is ${day.dayFirst}`, isChosen: dayFirst === true },
    { value: 'no', label: `${day.text} is ${day.monthFirst}`, isChosen: dayFirst === false },
  ];
  return (
    <fieldset className="section" aria-describedby={isOpen ? 'day-error' : undefined}>
      <legend>
        <h2>Is the day or the month first?</h2>
      </legend>
      {choices.map(({ value, label, isChosen }) => (
        <label key={value} className="flex items-center gap-2">
          <input type="radio" name="dayFirst" value={value} required defaultChecked={isChosen} />
          {label}
        </label>
      ))}
      <FieldError
        id="day-error"
        message={isOpen ? 'Choose how to read dates like this one.' : undefined}
      />
    </fieldset>
  );
}
