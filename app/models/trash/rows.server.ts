import { getTableColumns } from 'drizzle-orm';
import { evaluations, mentions, notes, type Pipeline, pipelines, users } from '#db/schema';
import type { Place } from '~/models/stage/place';
import type { Stages } from '~/models/stage/stages.server';
import type { NoteRows } from './notes.server';

/** Deals that are written between two turns of the event loop; one may hold 60,000 characters. */
export const CHUNK = 16;

/** What a row of the trash holds, as JSON. */

const TABLES = { users, pipelines, evaluations, notes, mentions };
type Tables = Omit<typeof TABLES, keyof NoteRows>;
export type Rows = { [T in keyof Tables]: Tables[T]['$inferSelect'][] } & NoteRows;
const NONE: Rows = {
  users: [],
  pipelines: [],
  evaluations: [],
  notes: [],
  mentions: [],
  others: [],
};
export function rowsOf(rows: Partial<Rows>): Rows {
  return { ...structuredClone(NONE), ...rows };
}

export function parseRows(json: string): Rows & { parts: number } {
  const rows = { ...NONE, parts: 0, ...JSON.parse(json) } as Record<
    keyof typeof TABLES,
    Record<string, unknown>[]
  >;
  for (const [name, table] of Object.entries(TABLES)) {
    const moments = Object.entries(getTableColumns(table)).filter(
      ([, column]) => column.dataType === 'date',
    );
    for (const row of rows[name as keyof typeof TABLES])
      for (const [key] of moments) if (row[key]) row[key] = new Date(row[key] as string);
  }
  return rows as unknown as Rows & { parts: number };
}

export function idsOf(deals: Pick<Pipeline, 'id'>[]): number[] {
  return deals.map(({ id }) => id);
}

/** Where a deal stands that comes back. Those deleted before migration 0024 are where all began. */
export function placeOf(
  deal: Partial<Pipeline> & Pick<Pipeline, 'createdAt'>,
  stages: Stages,
): Place {
  const { stageId = stages.first.id, stageSince = deal.createdAt } = deal;
  const { way = [], lookAgainOn = null } = deal;
  return { stageId: stages.present(stageId).id, stageSince, way, lookAgainOn };
}

/** Deals deleted before migration 0012 have none. */
export function meetingSetAt(deal: Pipeline): Date | null {
  return deal.nextMeetingSetAt ?? (deal.nextMeetingDate ? deal.updatedAt : null);
}
