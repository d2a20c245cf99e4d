import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
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
import { fromStoredRow, type StoredRow, toStoredRow } from '~/domain/operations/stored-row';

export interface TrashRows {
  users: User[];
  pipelines: Deal[];
  evaluations: Evaluation[];
  notes: Omit<Note, 'searchText'>[];
  /** Only in old entries: newer ones have mentions among `others`. */
  mentions: (typeof mentions.$inferSelect)[];
  others: ChildRow[];
}

type StoredTrashRows = Omit<TrashRows, 'evaluations' | 'notes'> & {
  evaluations: StoredRow<Evaluation>[];
  notes: StoredRow<TrashRows['notes'][number]>[];
};

const NO_ROWS: StoredTrashRows = {
  users: [],
  pipelines: [],
  evaluations: [],
  notes: [],
  mentions: [],
  others: [],
};

export function serializeTrashRows(rows: Partial<TrashRows>): string {
  const { evaluations = [], notes = [], ...others } = rows;
  const stored: StoredTrashRows = {
    ...NO_ROWS,
    ...others,
    evaluations: evaluations.map(toStoredRow),
    notes: notes.map(toStoredRow),
  };
  return JSON.stringify(stored);
}

/** `parts` is the number of following rows of the trash that belong to the entry. */
export function parseTrashRows(json: string): TrashRows & { parts: number } {
  const stored = { ...NO_ROWS, parts: 0, ...(JSON.parse(json) as Partial<StoredTrashRows>) };
  return {
    ...stored,
    users: parseDates(users, stored.users),
    pipelines: parseDates(deals, stored.pipelines),
    evaluations: parseDates(evaluations, stored.evaluations.map(fromStoredRow)),
    notes: parseDates(notes, stored.notes.map(fromStoredRow)),
  };
}

function parseDates<Row extends object>(table: SQLiteTable, rows: Row[]): Row[] {
  const columns = Object.entries(getTableColumns(table));
  const dateKeys = columns.flatMap(([key, { dataType }]) => (dataType === 'date' ? key : []));
  return rows.map((row) => {
    const entries = Object.entries(row).map(([key, value]: [string, unknown]) => [
      key,
      value && dateKeys.includes(key) ? new Date(value as string) : value,
    ]);
    return Object.fromEntries(entries) as Row;
  });
}
