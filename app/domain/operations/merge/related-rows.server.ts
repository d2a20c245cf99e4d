import { type SQL, sql } from 'drizzle-orm';
import { type ForeignKey, listForeignKeys } from '#db/child-rows';
import { type Db, db } from '#db/client';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import { formatCount } from '~/domain/text/text';

/**
 * Tables whose rows move to the winner, and back with a split; `where` leaves other rows with the
 * loser. These and `TABLES_NOT_MOVED` together name each table that refers to `pipelines`; a test
 * checks it.
 */
export const MOVED_TABLES: Record<string, { noun: string; where?: () => SQL }> = {
  notes: { noun: 'note' },
  contacts: { noun: 'contact' },
  tasks: { noun: 'task' },
  files: { noun: 'file' },
  decisions: { noun: 'decision', where: isNotUndone },
  emails: { noun: 'message' },
  rounds: { noun: 'round' },
  memos: { noun: 'memo' },
};

export const TABLES_NOT_MOVED: Record<string, string> = {
  evaluations: 'A deal has one: see `mergeEvaluation`.',
  members: 'Some are on both: see `mergeCollaborators`.',
  hand_overs: 'A new owner is notified once.',
  shares: 'A share ends with the deal that it was created for.',
  pipeline_industries: 'Triggers derive them from the deal.',
  own_values: 'Triggers derive them from the deal.',
};

type IdsByTable = Record<string, number[]>;

async function listMovedLinks(): Promise<ForeignKey[]> {
  const links = await listForeignKeys();
  return links.filter(
    ({ parent, table }) => parent === 'pipelines' && Object.hasOwn(MOVED_TABLES, table),
  );
}

export async function moveRelatedRows(tx: Db, from: number, to: number): Promise<IdsByTable> {
  const moved: IdsByTable = {};
  for (const link of await listMovedLinks()) {
    const rows = tx.all<{ id: number }>(
      sql`update ${sql.identifier(link.table)} set ${sql.identifier(link.column)} = ${to} where ${isRowOfDeal(link, from)} returning id`,
    );
    if (rows.length) moved[link.table] = rows.map(({ id }) => id);
  }
  return moved;
}

export async function moveRelatedRowsBack(
  tx: Db,
  moved: IdsByTable,
  from: number,
  to: number,
): Promise<void> {
  for (const { table, column } of await listMovedLinks()) {
    const ids = JSON.stringify(moved[table] ?? []);
    tx.run(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${to} where ${sql.identifier(column)} = ${from} and id in (select value from json_each(${ids}))`,
    );
  }
}

/** For example '3 notes, 1 contact'; empty for nothing. */
export function formatMovedRows(counts: Record<string, number>): string {
  const parts = Object.entries(MOVED_TABLES).filter(([table]) => counts[table]);
  return parts.map(([table, { noun }]) => formatCount(counts[table]!, noun)).join(', ');
}

export async function countRelatedRows(dealId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const link of await listMovedLinks()) {
    const [row] = db.all<{ rows: number }>(
      sql`select count(*) as rows from ${sql.identifier(link.table)} where ${isRowOfDeal(link, dealId)}`,
    );
    counts[link.table] = row!.rows;
  }
  return counts;
}

function isRowOfDeal({ table, column }: ForeignKey, dealId: number): SQL {
  const { where = () => sql`true` } = MOVED_TABLES[table]!;
  return sql`${sql.identifier(table)}.${sql.identifier(column)} = ${dealId} and ${where()}`;
}
