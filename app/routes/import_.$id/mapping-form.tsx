import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { ReferenceSheetKind } from '~/domain/export/columns';
import type { ColumnProblem } from '~/domain/import/mapping/validate';
import { formatCount, formatNumber } from '~/domain/text/text';
import { FieldError } from '~/ui/form/fields';
import { useSavedSubmissionAddress } from '~/ui/form/saved-submission-address';
import { Icon } from '~/ui/icon';
import { useHydrated } from '~/ui/layout/hydrated';
import { DayOrder } from './day-order';
import { Columns, type SheetProps } from './mapping-columns';
import { TextLayout } from './text-layout';
import type { MappingView } from './view.server';

/** Pressed by scripts when another content is chosen for a sheet. */
const CONTENT_BUTTON = 'show-columns';

interface MappingFormProps {
  columns: MappingView;
  dayFirst?: boolean | null;
  problems?: ColumnProblem[];
  problem?: string;
  isContentChanged?: boolean;
  isDayOpen?: boolean;
}

export function MappingForm({ columns, problems = [], ...shown }: MappingFormProps) {
  const { id, sheets, days } = columns;
  const isBusy = useNavigation().state !== 'idle';
  const hasErrors = problems.length > 0 || Boolean(shown.isDayOpen);
  const form = useFocusOnError(hasErrors);
  const address = useSavedSubmissionAddress(`/import/${id}?columns`);
  return (
    <Form ref={form} method="post" action={address} className="grid gap-4">
      {/* Pressed by Enter in a field. */}
      <button className="hidden" tabIndex={-1} aria-hidden>
        Continue to the preview
      </button>
      <button
        id={CONTENT_BUTTON}
        name="do"
        value="look"
        className="hidden"
        formNoValidate
        tabIndex={-1}
        aria-hidden
      >
        Show the columns
      </button>
      <Notices {...shown} hasErrors={hasErrors} />
      {columns.layout && <TextLayout layout={columns.layout} />}
      <OtherColumns {...columns} />
      {sheets.map((sheet, index) =>
        sheet.referenceSheet ? (
          <IgnoredSheet key={index} index={index} name={sheet.name} holds={sheet.referenceSheet} />
        ) : (
          <Sheet
            key={index}
            index={index}
            sheet={sheet}
            amountTargets={columns.amountTargets}
            numberTargets={columns.numberTargets}
            problems={problems.filter((problem) => problem.sheet === index)}
          />
        ),
      )}
      <DayOrder days={days} dayFirst={shown.dayFirst} isOpen={shown.isDayOpen} />
      <div className="save-bar">
        <Link to={`/import/${id}?discard`} className="btn">
          Discard this import
        </Link>
        <button className="btn btn-primary ml-auto" aria-disabled={isBusy || undefined}>
          {isBusy && <span className="spinner" />}
          Continue to the preview
        </button>
      </div>
    </Form>
  );
}

function OtherColumns({
  columnCount: { all, imported, open },
  canAddFields,
}: Pick<MappingView, 'columnCount' | 'canAddFields'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-semibold">
        {formatNumber(imported)} of {formatNumber(all)} columns are imported
      </p>
      {open > 0 && (
        <label className="flex flex-wrap items-center gap-2">
          The other {formatNumber(open)} with values:
          <select name="others" className="input w-auto">
            <option value="">Ignore</option>
            {canAddFields && <option value="keep">Keep as new fields</option>}
            <option value="append">Append to the comments</option>
          </select>
        </label>
      )}
    </div>
  );
}

function Notices({
  problem,
  isContentChanged,
  hasErrors,
}: Pick<MappingFormProps, 'problem' | 'isContentChanged'> & { hasErrors: boolean }) {
  return (
    <>
      {problem && (
        <p role="alert" className="notice notice-failed">
          {problem}
        </p>
      )}
      {hasErrors && !isContentChanged && (
        <p role="alert" className="notice notice-failed">
          <Icon name="alert" className="mt-0.5 text-danger" />
          Please correct the marked fields below.
        </p>
      )}
      {isContentChanged && (
        <p role="status" className="notice">
          Please check the columns again, then continue.
        </p>
      )}
    </>
  );
}

const INVALID_SELECTOR = '[aria-invalid=true], fieldset[aria-describedby] input';

function useFocusOnError(hasErrors: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasErrors) form.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus();
  }, [hasErrors]);
  return form;
}

function Sheet({ index, sheet, amountTargets, numberTargets, problems }: SheetProps) {
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
            {`Column names in row ${formatNumber(headerRow)}, ${formatCount(rows, 'row')} below`}
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
          numberTargets={numberTargets}
          problems={problems}
        />
      )}
    </section>
  );
}

function IgnoredSheet({
  index,
  name,
  holds,
}: {
  index: number;
  name: string;
  holds: ReferenceSheetKind;
}) {
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

function SheetContent({ index, holds, error }: { index: number; holds: string; error?: string }) {
  const isHydrated = useHydrated();
  return (
    <label className="flex items-center gap-2">
      <span>This sheet contains</span>
      <select
        key={holds}
        name={`holds-${index}`}
        defaultValue={holds}
        className="input w-auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `holds-${index}-error`}
        onChange={({ target }) => {
          if (!isHydrated || target.value === holds) return;
          target.form?.requestSubmit(document.getElementById(CONTENT_BUTTON));
        }}
      >
        <option value="deals">Deals</option>
        <option value="evaluations">Evaluations</option>
        <option value="ignored">Nothing to import</option>
      </select>
    </label>
  );
}
