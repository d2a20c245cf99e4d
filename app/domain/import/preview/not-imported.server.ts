import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, importRows } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { listSkippedParts } from '~/domain/import/mapping/skipped-parts';
import { formatCount, truncate } from '~/domain/text/text';

const MAX_NAMED_ROWS = 10;
const MAX_LISTED_ROWS = 1_000;
const MAX_ROW_TEXT_LENGTH = 60;

export async function listNotImported(viewer: Viewer, importRecord: Import): Promise<string[]> {
  return [
    ...(await listLeftOutRows(importRecord)),
    ...listSkippedParts(importRecord, { canChooseOwners: isStaff(viewer) }),
  ];
}

async function listLeftOutRows({ id, sheets, counts }: Import): Promise<string[]> {
  if (!counts.leftOut) return [];
  const { row, sheet, outcome } = importRows;
  const rows = await db
    .select({ row, sheet, outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'leftOut')))
    .orderBy(asc(importRows.n))
    .limit(MAX_LISTED_ROWS);
  const byReason = new Map<string, typeof rows>();
  for (const entry of rows) {
    const reason = entry.outcome?.notes?.[0] ?? '';
    byReason.set(reason, byReason.get(reason) ?? []);
    byReason.get(reason)!.push(entry);
  }
  const isOnlySheet = sheets.length === 1;
  return [...byReason].map(([reason, entries]) => {
    const named = entries.slice(0, MAX_NAMED_ROWS).map((entry) => {
      const text = truncate(entry.outcome?.name ?? '', MAX_ROW_TEXT_LENGTH).replace(/\s+/g, ' ');
      const ofSheet = isOnlySheet ? '' : ` of sheet “${sheets[entry.sheet]!.name}”`;
      return `row ${entry.row}${ofSheet}${text && ` (${text})`}`;
    });
    const more = entries.length - named.length;
    const list = [...named, ...(more ? [formatCount(more, 'more row')] : [])];
    return `${reason}: ${new Intl.ListFormat('en').format(list)}`;
  });
}
