import type { FieldOutcome, FieldValue, Import, ImportRow } from '#db/schema';
import type { CustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import {
  getRowChoice,
  isEmptyValue,
  isFieldWritten,
  listAllowedChoices,
  type RowWrite,
} from '~/domain/import/preview/row-choices';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { getChoiceLabel } from '~/format/import';
import { formatValue } from '~/ui/history/format-value.server';
import type { ConflictAuthors } from './conflict-authors.server';
import type { ReferencedDeals } from './referenced-deals.server';
import { hasSeveralSheets } from './several-sheets';

interface RowContext {
  deals: ReferencedDeals;
  saved: ConflictAuthors;
  formatter: CustomFieldFormatter;
}

export function toRowView(
  row: ImportRow,
  { sheets }: Import,
  { deals, saved, formatter }: RowContext,
) {
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
    values: kind === 'new' || outcome?.sameAs ? toValuesView(values, formatter) : undefined,
    fields: fields.filter(isShownField).map((field) => ({
      ...toFieldView(field, row, formatter),
      saved: saved.get(`${row.n} ${field.field}`),
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

function toValuesView(values: Record<string, FieldValue>, formatter: CustomFieldFormatter) {
  return Object.entries(values)
    .filter(([field, value]) => field !== 'companyName' && !isEmptyValue(value))
    .map(([field, value]) => ({
      label: getHistoryFieldLabel(field, formatter.labels),
      text: formatValue(field, value, formatter),
    }));
}

const FILLING_ROW: RowWrite = { kind: 'duplicate', choice: 'fill', outcome: {} };

/** Hides open choices for values without meaning, which 'Check' shows. */
const isShownField = ({ from, to }: FieldOutcome) => from !== null || to !== null;

/** Names what a value would replace in other fields as well. */
function formatReplaced({ field, from, linked }: FieldOutcome, formatter: CustomFieldFormatter) {
  const linkedValues = Object.entries(linked ?? {}).map(
    ([name, stored]) =>
      `${getHistoryFieldLabel(name, formatter.labels)}: ${formatValue(name, stored, formatter)}`,
  );
  const value =
    linkedValues.length && isEmptyValue(from) ? [] : [formatValue(field, from, formatter)];
  return [...value, ...linkedValues].join(', ');
}

function toFieldView(
  outcome: FieldOutcome,
  row: Pick<ImportRow, 'kind'>,
  formatter: CustomFieldFormatter,
) {
  const { field, to, base, isConflict, take } = outcome;
  return {
    field,
    label: getHistoryFieldLabel(field, formatter.labels),
    from: formatReplaced(outcome, formatter),
    to: formatValue(field, to, formatter),
    base: base === undefined ? undefined : formatValue(field, base, formatter),
    isConflict,
    take,
    /** True for a possible duplicate that keeps its value by default. */
    isSkipped: (row.kind === 'duplicate' && !isFieldWritten(FILLING_ROW, outcome)) || undefined,
  };
}
