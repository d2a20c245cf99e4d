import { ListTable } from '~/components/list/list-table';
import { Form, Link, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { FieldError } from '~/components/forms/fields';
import { useHydrated } from '~/components/frame/hydrated';
import { Icon } from '~/components/frame/icon';
import type { ColumnProblem } from '~/models/import/match/chosen';
import type { ColumnsView } from '~/screens/import/import.server';
import { counted } from '~/models/text';
import type { LeftAlone } from '~/models/export/columns';

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
      <Notices {...shown} hasErrors={hasErrors} />
      {sheets.map((sheet, index) =>
        sheet.leftAlone ? (
          <SheetLeftAlone key={index} index={index} name={sheet.name} holds={sheet.leftAlone} />
        ) : (
          <Sheet
            key={index}
            index={index}
            sheet={sheet}
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
  problems: ColumnProblem[];
}

function Sheet({ index, sheet, problems }: SheetProps) {
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
        <Columns key={holds} index={index} sheet={sheet} problems={problems} />
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
        onChange={({ target }) => isHydrated && target.value !== holds && submit(target.form)}
      >
        <option value="deals">Deals</option>
        <option value="evaluations">Evaluations</option>
        <option value="ignored">Nothing to import</option>
      </select>
    </label>
  );
}

function Columns({ index, sheet: { name, columns, targets }, problems }: SheetProps) {
  return (
    <ListTable
      className="columns"
      caption={`Columns of ${name}`}
      heads={['Column', 'First values', 'Field']}
    >
      {columns.map((column) => (
        <Column
          key={column.column}
          name={`target-${index}-${column.column}`}
          column={column}
          targets={targets}
          error={problems.find((problem) => problem.column === column.column)?.message}
        />
      ))}
    </ListTable>
  );
}

interface ColumnProps {
  name: string;
  column: SheetView['columns'][number];
  targets: SheetView['targets'];
  error?: string;
}

function Column({
  name,
  column: { letter, header, samples, dates, target },
  targets,
  error,
}: ColumnProps) {
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
          aria-label={`Field of column ${letter}, ${header}`}
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
        <FieldError id={`${name}-error`} message={error} />
      </td>
    </tr>
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
