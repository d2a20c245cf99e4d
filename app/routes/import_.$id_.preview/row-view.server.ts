import type { FieldValue, Import, ImportedChange, ImportRow } from '#db/schema';
import type { CustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import {
  getRowChoice,
  isEmptyValue,
  isFieldChosen,
  listAllowedChoices,
  type RowWrite,
} from '~/domain/import/preview/row-choices';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { getChoiceLabel } from '~/format/import';
import type { Locale } from '~/format/locale';
import { formatValue } from '~/ui/history/format-value.server';
import type { ConflictAuthors } from './conflict-authors.server';
import type { ReferencedDeals } from './referenced-deals.server';
import { hasSeveralSheets } from './several-sheets';

interface ValueContext {
  formatter: CustomFieldFormatter;
  locale: Locale;
}

interface RowContext extends ValueContext {
  deals: ReferencedDeals;
  saved: ConflictAuthors;
}

export function toRowView(row: ImportRow, { sheets }: Import, context: RowContext) {
  const { deals, saved, formatter } = context;
  const { n, kind, outcome, dealId } = row;
  const { name = '', values = {}, fields = [], problems, skippedCells, notes } = outcome ?? {};
  const choices = (kind ? listAllowedChoices(kind) : []).filter(
    (choice) =>
      // A second row about a new deal has no stored values to replace.
      (choice !== 'update' || outcome?.sameAs === undefined) &&
      (choice !== 'create' || !outcome?.missingFields) &&
      // A row of an export names its deal.
      (kind !== 'unchanged' || choice === 'skip' || outcome?.duplicates),
  );
  return {
    n,
    name,
    where: `${hasSeveralSheets(sheets) ? `${sheets[row.sheet]?.name} ` : ''}${row.row}`,
    checks: outcome?.checks?.map(
      ({ field, text }) => `${getHistoryFieldLabel(field, formatter.labels)}: ${text}`,
    ),
    deal: dealId === null ? undefined : deals.get(dealId),
    others: (outcome?.duplicates ?? []).flatMap((id) =>
      id === dealId ? [] : (deals.get(id) ?? []),
    ),
    values: kind === 'new' || outcome?.sameAs ? toValuesView(values, context) : undefined,
    fields: fields.filter(isShownChange).map((change) => ({
      ...toChangeView(change, row, context),
      saved: saved.get(`${row.n} ${change.field}`),
    })),
    problems,
    skippedCells,
    notes,
    choice: kind ? getRowChoice(kind, row.choice) : 'skip',
    choices:
      kind && choices.length > 1
        ? choices.map((value) => ({ value, label: getChoiceLabel(kind, value) }))
        : undefined,
  };
}

/** Writes days as other pages do, which shows whether day and month were read in their order. */
function formatInContext(
  field: string,
  value: FieldValue,
  { formatter, locale }: ValueContext,
): string {
  return formatValue(field, value, formatter, locale);
}

function toValuesView(values: Record<string, FieldValue>, context: ValueContext) {
  return Object.entries(values)
    .filter(([field, value]) => field !== 'companyName' && !isEmptyValue(value))
    .map(([field, value]) => ({
      label: getHistoryFieldLabel(field, context.formatter.labels),
      text: formatInContext(field, value, context),
    }));
}

const FILLING_ROW: RowWrite = { kind: 'duplicate', choice: 'fill', outcome: {} };

/** Hides open choices for values without meaning, which 'Check' shows. */
const isShownChange = ({ from, to }: ImportedChange) => from !== null || to !== null;

/** Names what a value would replace in other fields as well. */
function formatReplaced({ field, from, linked }: ImportedChange, context: ValueContext) {
  const linkedValues = Object.entries(linked ?? {}).map(
    ([name, stored]) =>
      `${getHistoryFieldLabel(name, context.formatter.labels)}: ${formatInContext(name, stored, context)}`,
  );
  const value =
    linkedValues.length && isEmptyValue(from) ? [] : [formatInContext(field, from, context)];
  return [...value, ...linkedValues].join(', ');
}

function toChangeView(change: ImportedChange, row: Pick<ImportRow, 'kind'>, context: ValueContext) {
  const { field, to, base, isConflict, take } = change;
  return {
    field,
    label: getHistoryFieldLabel(field, context.formatter.labels),
    from: formatReplaced(change, context),
    to: formatInContext(field, to, context),
    base: base === undefined ? undefined : formatInContext(field, base, context),
    isConflict,
    take,
    /** True for a possible duplicate that keeps its value by default, and for one that an earlier row changes. */
    isSkipped:
      change.isGivenBefore ||
      (row.kind === 'duplicate' && !isFieldChosen(FILLING_ROW, change)) ||
      undefined,
  };
}
