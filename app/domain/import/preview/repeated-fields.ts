import { hash } from 'node:crypto';
import type { ImportedChange } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { toOneLine } from '~/domain/import/values/cell-text';
import { pick } from '~/domain/record';
import { capitalize, truncate } from '~/domain/text/text';
import type { RowComparison } from './comparison';
import { type FileRow, getCell, getCellAddress } from './file-row';

type RowReference = Pick<FileRow, 'n' | 'sheet' | 'row'>;

/** Fields of a deal that earlier rows change. Holds no texts: a file may have 20,000 rows of many fields. */
interface EarlierValues {
  rows: Record<string, RowReference>;
  /** Hash of each field's value, to notice a different one. */
  hashes: Record<string, number>;
}

/** By what the row holds and the deal: 'deals 7'. */
export type EarlierValuesByDeal = Map<string, EarlierValues>;

/**
 * Marks the values that are not written because an earlier row about the same deal has one for the
 * field (rule 16.62), and adds a note for each that differs. Contacts are several persons.
 */
export function markRepeatedFields(
  row: FileRow,
  compared: RowComparison,
  earlierValues: EarlierValuesByDeal,
  formatRow: (earlier: RowReference) => string,
): RowComparison {
  const { kind, dealId, outcome } = compared;
  const isUpdate = kind === 'changed' || kind === 'conflict' || kind === 'duplicate';
  if (!isUpdate || dealId === null) return compared;
  const deal = `${row.holds} ${dealId}`;
  const earlier = earlierValues.get(deal) ?? { rows: {}, hashes: {} };
  earlierValues.set(deal, earlier);
  const reference = pick(row, ['n', 'sheet', 'row'] as const);
  const notes: string[] = [];
  const changes = outcome.fields.map((change): ImportedChange => {
    if (change.isConflict || getContactKey(change.field)) return change;
    const valueHash = hashValue(change.to);
    const names = listLinkedFields(change.field);
    const repeated = names.find((name) => earlier.rows[name]);
    if (repeated === undefined) {
      for (const name of names) {
        earlier.rows[name] = reference;
        earlier.hashes[name] = valueHash;
      }
      return change;
    }
    if (earlier.hashes[repeated] !== valueHash)
      notes.push(
        `${capitalize(formatRow(earlier.rows[repeated]!))} is about the same deal and has another value; ` +
          `if you import it, ${formatValue(row, change)} is not used`,
      );
    return { ...change, isGivenBefore: true };
  });
  if (!changes.some(({ isGivenBefore }) => isGivenBefore)) return compared;
  const allNotes = [...(outcome.notes ?? []), ...notes];
  return {
    ...compared,
    outcome: { ...outcome, fields: changes, ...(allNotes.length && { notes: allNotes }) },
  };
}

function formatValue(row: FileRow, { field, to }: ImportedChange): string {
  const target = [field, ...listLinkedFields(field)].find((name) => row.columns.has(name));
  if (target === undefined) return `“${shorten(String(to))}”`;
  const text = shorten(toOneLine(getCell(row, target)));
  return `${getCellAddress(row, target)}: ${text ? `“${text}”` : 'an empty cell'}`;
}

/** Returns 28 bits, which V8 stores in place. */
function hashValue(value: ImportedChange['to']): number {
  return Number.parseInt(hash('sha1', JSON.stringify(value)).slice(0, 7), 16);
}

function shorten(text: string): string {
  return truncate(text, MAX_SHOWN_LENGTH);
}
