import { type SQL, sql } from 'drizzle-orm';
import { type Link, listLinks } from '#db/children';
import { db, type Db } from '#db/client';
import { isNotUndone } from '~/models/decision/list.server';
import { counted } from '~/models/text';

/**
 * What hangs on a deal, table by table: the database's foreign keys to `pipelines` say which there
 * are, and a test fails for one that is not here. What hangs on these rows goes with them.
 */

/** Their rows move to the winner, and with a split back; `where` leaves others with the loser. */
export const MOVED: Record<string, { noun: string; where?: () => SQL }> = {
  notes: { noun: 'note' },
  contacts: { noun: 'contact' },
  tasks: { noun: 'task' },
  files: { noun: 'file' },
  decisions: { noun: 'decision', where: isNotUndone },
};

/** Their rows go to the trash with the loser, for these reasons. */
export const NOT_MOVED: Record<string, string> = {
  evaluations: 'A deal has one: see `takeEvaluation`.',
  members: 'Some are on both: see `bringMembers`.',
  hand_overs: 'The notice for a new owner is told once.',
  shares: 'A page for an outsider ends with the deal that it was made for.',
  pipeline_industries: 'Triggers make them from the deal.',
  own_values: 'Triggers make them from the deal.',
};

type Ids = Record<string, number[]>;

async function movedLinks(): Promise<Link[]> {
  const links = await listLinks();
  return links.filter(({ parent, table }) => parent === 'pipelines' && Object.hasOwn(MOVED, table));
}

/** Returns the ids of the rows that have moved, by table. */
export async function moveRows(tx: Db, from: number, to: number): Promise<Ids> {
  const moved: Ids = {};
  for (const link of await movedLinks()) {
    const rows = tx.all<{ id: number }>(
      sql`update ${sql.identifier(link.table)} set ${sql.identifier(link.column)} = ${to} where ${isOf(link, from)} returning id`,
    );
    if (rows.length) moved[link.table] = rows.map(({ id }) => id);
  }
  return moved;
}

/** Those of these rows that are still there. */
export async function moveBack(tx: Db, moved: Ids, from: number, to: number): Promise<void> {
  for (const { table, column } of await movedLinks()) {
    const ids = JSON.stringify(moved[table] ?? []);
    tx.run(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${to} where ${sql.identifier(column)} = ${from} and id in (select value from json_each(${ids}))`,
    );
  }
}

/** For example '3 notes, 1 contact'; empty for nothing. */
export function broughtText(counts: Record<string, number>): string {
  const parts = Object.entries(MOVED).filter(([table]) => counts[table]);
  return parts.map(([table, { noun }]) => counted(counts[table]!, noun)).join(', ');
}

/** How many rows would move. */
export async function countRows(dealId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const link of await movedLinks()) {
    const [row] = db.all<{ rows: number }>(
      sql`select count(*) as rows from ${sql.identifier(link.table)} where ${isOf(link, dealId)}`,
    );
    counts[link.table] = row!.rows;
  }
  return counts;
}

function isOf({ table, column }: Link, dealId: number): SQL {
  const { where = () => sql`true` } = MOVED[table]!;
  return sql`${sql.identifier(table)}.${sql.identifier(column)} = ${dealId} and ${where()}`;
}
