import type { FieldOutcome } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { toOneLine } from '~/domain/import/values/cell-text';
import { truncate } from '~/domain/text/text';
import type { RowComparison } from './comparison';
import { type FileRow, getCell, getCellAddress, MAX_SHOWN_LENGTH } from './file-row';

export interface EarlierValue {
  row: Pick<FileRow, 'n' | 'sheet' | 'row'>;
  /** Start of the value, which is enough to see that another one differs. */
  text: string;
}

/** Values of earlier rows by what the row holds, the deal and the field: 'deals 7 comments'. */
export type EarlierValues = Map<string, EarlierValue>;

/**
 * Marks the values that are not written because an earlier row about the same deal has one for the
 * field (rule 16.62), and adds a note for each that differs. Contacts are several persons.
 */
export function markRepeatedFields(
  row: FileRow,
  compared: RowComparison,
  earlierValues: EarlierValues,
  formatRow: (earlier: EarlierValue['row']) => string,
): RowComparison {
  const { kind, dealId, outcome } = compared;
  const isUpdate = kind === 'changed' || kind === 'conflict' || kind === 'duplicate';
  if (!isUpdate || dealId === null) return compared;
  const notes: string[] = [];
  const fields = outcome.fields.map((change): FieldOutcome => {
    if (change.isConflict || getContactKey(change.field)) return change;
    const text = shorten(JSON.stringify(change.to));
    const keys = listLinkedFields(change.field).map((name) => `${row.holds} ${dealId} ${name}`);
    const earlier = keys.map((key) => earlierValues.get(key)).find(Boolean);
    if (!earlier) {
      const { n, sheet, row: number } = row;
      for (const key of keys) earlierValues.set(key, { row: { n, sheet, row: number }, text });
      return change;
    }
    if (earlier.text !== text)
      notes.push(
        `${formatValue(row, change)} is not taken if ${formatRow(earlier.row)} is imported, ` +
          'which is about the same deal',
      );
    return { ...change, isGivenBefore: true };
  });
  if (!fields.some(({ isGivenBefore }) => isGivenBefore)) return compared;
  const allNotes = [...(outcome.notes ?? []), ...notes];
  return {
    ...compared,
    outcome: { ...outcome, fields, ...(allNotes.length && { notes: allNotes }) },
  };
}

function formatValue(row: FileRow, { field, to }: FieldOutcome): string {
  const target = [field, ...listLinkedFields(field)].find((name) => row.columns.has(name));
  if (target === undefined) return `“${shorten(String(to))}”`;
  const text = shorten(toOneLine(getCell(row, target)));
  return `${getCellAddress(row, target)}: ${text ? `“${text}”` : 'an empty cell'}`;
}

function shorten(text: string): string {
  return truncate(text, MAX_SHOWN_LENGTH);
}
