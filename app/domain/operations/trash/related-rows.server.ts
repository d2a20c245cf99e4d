import { asc, eq, getTableName, inArray, sql } from 'drizzle-orm';
import { type ChildRow, type ForeignKey, listChildRows } from '#db/child-rows';
import { iterateWithPauses } from '#db/chunks';
import type { Db } from '#db/client';
import { memos, notes, rounds } from '#db/schema';
import type { TrashRows } from './entry.server';
import type { InsertPart } from './parts.server';

/** Rows deleted with a deal or an account come back with it (rule 10.18), except those of these tables. */
export const TABLES_NOT_IN_TRASH: Record<string, string> = {
  sessions: 'A deleted user is signed out.',
  pending_logins: 'A pending login ends.',
  password_links: 'A password link belongs to the account as it was.',
  api_tokens: 'Programs of a deleted account lose access for good.',
  calendars: 'A calendar address that has ended stays ended.',
  late_forms: 'Saved submissions are stored for a day.',
  hand_overs: 'A new owner is notified once.',
  shares: 'A share that has ended stays ended.',
  share_openings: 'They are deleted with their share.',
  pipeline_industries: 'Triggers derive them from the deal.',
  own_values: 'Triggers derive them from the deal.',
};

const OWN_FORMAT_LINKS = [
  'pipelines.user_id',
  'evaluations.pipeline_id',
  'notes.pipeline_id',
  'memos.pipeline_id',
  'rounds.pipeline_id',
];

function isMovedToTrash({ table, column }: ForeignKey): boolean {
  return (
    !Object.hasOwn(TABLES_NOT_IN_TRASH, table) && !OWN_FORMAT_LINKS.includes(`${table}.${column}`)
  );
}

interface ParentIds {
  users?: string[];
  pipelines?: number[];
  notes?: number[];
}

/** Bounds a row of the trash: a deal may have 1,000 contacts with 5,000 characters each. */
const MAX_RELATED_ROWS_PER_PART = 50;

export async function insertInParts(
  insertPart: InsertPart,
  first: Partial<TrashRows>,
  others: ChildRow[],
): Promise<void> {
  await insertPart({ ...first, others: others.slice(0, MAX_RELATED_ROWS_PER_PART) });
  for (let i = MAX_RELATED_ROWS_PER_PART; i < others.length; i += MAX_RELATED_ROWS_PER_PART)
    await insertPart({ others: others.slice(i, i + MAX_RELATED_ROWS_PER_PART) });
}

export async function listRelatedRows(
  tx: Db,
  { users = [], pipelines = [], notes = [] }: ParentIds,
): Promise<ChildRow[]> {
  const parents = {
    users: users.map((id) => ({ id })),
    pipelines: pipelines.map((id) => ({ id })),
    evaluations: pipelines.map((id) => ({ pipeline_id: id })),
    notes: notes.map((id) => ({ id })),
  };
  return listChildRows(tx, parents, isMovedToTrash);
}

/** Bounds a row of the trash: a deal may have thousands of notes with 10,000 characters each. */
const MAX_NOTES_PER_PART = 50;

export async function moveNotes(tx: Db, dealIds: number[], insertPart: InsertPart): Promise<void> {
  for (;;) {
    const rows = await tx
      .select()
      .from(notes)
      .where(inArray(notes.dealId, dealIds))
      .orderBy(asc(notes.dealId), asc(notes.id))
      .limit(MAX_NOTES_PER_PART);
    if (!rows.length) return;
    const ids = rows.map(({ id }) => id);
    const others = await listRelatedRows(tx, { notes: ids });
    await insertPart({ notes: rows.map(({ searchText: _, ...note }) => note), others });
    await tx.delete(notes).where(inArray(notes.id, ids));
  }
}

/** Moves one at a time: a memo may have 2 MB, the scorecards of a round 1 MB. */
export async function moveMemosAndRounds(
  tx: Db,
  dealIds: number[],
  insertPart: InsertPart,
): Promise<void> {
  for (const table of [memos, rounds]) await moveOneByOne(tx, table, dealIds, insertPart);
}

async function moveOneByOne(
  tx: Db,
  table: typeof memos | typeof rounds,
  dealIds: number[],
  insertPart: InsertPart,
): Promise<void> {
  const { id, dealId } = table;
  const found = await tx.select({ id }).from(table).where(inArray(dealId, dealIds)).orderBy(id);
  const name = getTableName(table);
  for await (const { id: rowId } of iterateWithPauses(found)) {
    const isRow = eq(id, rowId);
    const rows = tx.all<ChildRow['row']>(sql`select * from ${table} where ${isRow}`);
    const children = await listChildRows(tx, { [name]: rows }, isMovedToTrash);
    await insertPart({ others: [...rows.map((row) => ({ table: name, row })), ...children] });
    await tx.delete(table).where(isRow);
  }
}
