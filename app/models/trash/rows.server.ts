import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { type ChildRow, childRows, type Link } from '#db/children';
import { yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import {
  type Evaluation,
  evaluations,
  type mentions,
  type Note,
  notes,
  type Pipeline,
  pipelines,
  type User,
  users,
} from '#db/schema';

export const TRASH_DAYS = 30;
/** In ms. */
export const TRASH_TIME = TRASH_DAYS * 86_400_000;

/**
 * What is deleted with a deal or an account goes to the trash with it, in whatever table, and comes
 * back with it (rule 10.18), but for the rows of these tables, which stay deleted for these reasons.
 */
export const NOT_CARRIED: Record<string, string> = {
  sessions: 'Who was deleted is signed out.',
  pending_logins: 'A login that was begun is over.',
  password_links: 'A link to choose a password is good for one account as it was.',
  api_tokens: 'Programs of a deleted account are shut out for good.',
  late_forms: 'They are kept for a day.',
  hand_overs: 'The notice for a new owner is told once.',
  shares: 'A page for an outsider that has ended stays ended.',
  share_openings: 'They go with it.',
  pipeline_industries: 'Triggers make them from the deal.',
  own_values: 'Triggers make them from the deal.',
};

/** What a row of the trash holds, as JSON. */
export interface Rows {
  users: User[];
  pipelines: Pipeline[];
  evaluations: Evaluation[];
  notes: Omit<Note, 'searchText'>[];
  /** Only in old entries: since then, mentions are among `others`. */
  mentions: (typeof mentions.$inferSelect)[];
  /** The rows of all other tables, as they are stored. */
  others: ChildRow[];
}

const NONE: Rows = {
  users: [],
  pipelines: [],
  evaluations: [],
  notes: [],
  mentions: [],
  others: [],
};

export function rowsJson(rows: Partial<Rows>): string {
  return JSON.stringify({ ...NONE, ...rows });
}

/** `parts` is how many rows of the trash after this one belong to the same entry. */
export function parseRows(json: string): Rows & { parts: number } {
  const rows = { ...NONE, parts: 0, ...(JSON.parse(json) as Partial<Rows>) };
  for (const [name, table] of Object.entries({ users, pipelines, evaluations, notes })) {
    const columns = Object.entries(getTableColumns(table));
    const moments = columns.filter(([, { dataType }]) => dataType === 'date');
    for (const row of rows[name as keyof Rows] as unknown as Record<string, unknown>[])
      for (const [key] of moments) if (row[key]) row[key] = new Date(row[key] as string);
  }
  return rows;
}

/** Links to rows that have a form of their own in the trash. */
const OWN_FORM = ['pipelines.user_id', 'evaluations.pipeline_id', 'notes.pipeline_id'];

function isCarried({ table, column }: Link): boolean {
  return !Object.hasOwn(NOT_CARRIED, table) && !OWN_FORM.includes(`${table}.${column}`);
}

interface Parents {
  users?: string[];
  pipelines?: number[];
  notes?: number[];
}

/** Rows in a row of the trash: a deal may have 1,000 contacts, each with 5,000 characters. */
const MOST_OTHERS = 50;

/** Rows for the trash, the first with some of the `others`, which stand after those that they refer to. */
export async function* inParts(
  first: Partial<Rows>,
  others: ChildRow[],
): AsyncGenerator<Partial<Rows>> {
  yield { ...first, others: others.slice(0, MOST_OTHERS) };
  for (let i = MOST_OTHERS; i < others.length; i += MOST_OTHERS) {
    await yieldToEventLoop();
    yield { others: others.slice(i, i + MOST_OTHERS) };
  }
}

/** The rows that are deleted with these and have no form of their own in the trash. */
export async function otherRows(
  tx: Db,
  { users = [], pipelines = [], notes = [] }: Parents,
): Promise<ChildRow[]> {
  const parents = {
    users: users.map((id) => ({ id })),
    pipelines: pipelines.map((id) => ({ id })),
    evaluations: pipelines.map((id) => ({ pipeline_id: id })),
    notes: notes.map((id) => ({ id })),
  };
  return childRows(tx, parents, isCarried);
}

/** Notes in a row of the trash: a deal may have thousands, each with 10,000 characters. */
const MOST_NOTES = 50;

/** Deletes the notes of deals and yields them with what belongs to them, some at a time. */
export async function* takeNotes(tx: Db, dealIds: number[]): AsyncGenerator<Partial<Rows>> {
  for (;;) {
    const rows = await tx
      .select()
      .from(notes)
      .where(inArray(notes.pipelineId, dealIds))
      .orderBy(asc(notes.pipelineId), asc(notes.id))
      .limit(MOST_NOTES);
    if (!rows.length) return;
    const ids = rows.map(({ id }) => id);
    const others = await otherRows(tx, { notes: ids });
    await tx.delete(notes).where(inArray(notes.id, ids));
    yield { notes: rows.map(({ searchText: _, ...note }) => note), others };
    await yieldToEventLoop();
  }
}
