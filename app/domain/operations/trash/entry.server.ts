import { getTableColumns } from 'drizzle-orm';
import type { ChildRow } from '#db/child-rows';
import {
  type Deal,
  deals,
  type Evaluation,
  evaluations,
  type mentions,
  type Note,
  notes,
  type User,
  users,
} from '#db/schema';

export interface TrashRows {
  users: User[];
  pipelines: Deal[];
  evaluations: Evaluation[];
  notes: Omit<Note, 'searchText'>[];
  /** Only in old entries: newer ones have mentions among `others`. */
  mentions: (typeof mentions.$inferSelect)[];
  others: ChildRow[];
}

const NO_ROWS: TrashRows = {
  users: [],
  pipelines: [],
  evaluations: [],
  notes: [],
  mentions: [],
  others: [],
};

export function serializeTrashRows(rows: Partial<TrashRows>): string {
  return JSON.stringify({ ...NO_ROWS, ...rows });
}

/** `parts` is the number of following rows of the trash that belong to the entry. */
export function parseTrashRows(json: string): TrashRows & { parts: number } {
  const rows = { ...NO_ROWS, parts: 0, ...(JSON.parse(json) as Partial<TrashRows>) };
  for (const [name, table] of Object.entries({ users, pipelines: deals, evaluations, notes })) {
    const columns = Object.entries(getTableColumns(table));
    const moments = columns.filter(([, { dataType }]) => dataType === 'date');
    for (const row of rows[name as keyof TrashRows] as unknown as Record<string, unknown>[])
      for (const [key] of moments) if (row[key]) row[key] = new Date(row[key] as string);
  }
  return rows;
}
