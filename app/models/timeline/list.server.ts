import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  lte,
  max,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { inChunksOfBytes } from '#db/chunks';
import { db, type Db } from '#db/client';
import {
  type Change,
  changes,
  type Evaluation,
  type FieldValue,
  octetLength,
  users,
} from '#db/schema';
import { forbidden, notFound } from '~/refusal';
import { mayReadHistory, type Viewer } from '~/models/access';
import { currentLists, readLists } from '~/models/lists/list.server';
import { type Lists, presentChange } from '~/models/lists/lists';
import { DEAL_SUBJECTS } from '~/models/history/act';
import { findEvaluation } from '~/models/evaluation/write.server';
import { HIDDEN_FIELDS } from './labels';
import type { Page } from '~/models/page';
import { recordOf } from '~/models/record';
import { sortByIds } from '~/models/pipeline/list.server';
import { subjectIds } from '~/models/pipeline/merged.server';
import { checkVisible } from '~/models/pipeline/write.server';
import { contains } from '~/models/search.server';
import { EVALUATION_FIELDS } from '~/models/evaluation/criteria';

const aboutDeals = inArray(changes.subject, DEAL_SUBJECTS);

/** Changes that are read between two turns of the event loop. One may hold megabytes of text. */
const MAX_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_CHANGES = 50;

/** A change that has yet to be read, with the length of its texts. */
const UNREAD = { id: changes.id, bytes: octetLength(changes.fields) };
type Unread = Pick<Change, 'id'> & { bytes: number };

async function readChanges(unread: Unread[], from: Db = db): Promise<Change[]> {
  const lists = from === db ? await currentLists() : await readLists(from);
  const read: Change[] = [];
  for await (const chunk of inChunksOfBytes(unread, MAX_CHUNK_BYTES, MAX_CHUNK_CHANGES)) {
    const chunkIds = chunk.map(({ id }) => id);
    const rows = await from.select().from(changes).where(inArray(changes.id, chunkIds));
    read.push(...sortByIds(chunkIds, rows).map((change) => shown(change, lists)));
  }
  return read;
}

/** Entries of the fund's lists by the names that they have now, as the deal has them. */
function shown(change: Change, lists: Lists): Change {
  const named = presentChange(lists, change.fields);
  const isShown = (field: string) =>
    change.subject === 'file' ? field === 'file' : !HIDDEN_FIELDS.includes(field);
  const fields = Object.entries(named).filter(([field]) => isShown(field));
  return { ...change, fields: Object.fromEntries(fields) };
}

/** Changes of a deal and of what belongs to it, newest first. Throws 404 if the deal is not visible. */
export async function listPipelineHistory(
  viewer: Viewer,
  id: number,
  { limit, offset }: Page,
): Promise<Change[]> {
  await checkVisible(viewer, id);
  const unread = await db
    .select(UNREAD)
    .from(changes)
    .where(await isAbout(id))
    .orderBy(desc(changes.id))
    .limit(limit)
    .offset(offset);
  return readChanges(unread);
}

export async function countPipelineHistory(id: number): Promise<number> {
  return db.$count(changes, await isAbout(id));
}

/** The deal itself, and those that were merged into it. */
async function isAbout(id: number): Promise<SQL | undefined> {
  return and(inArray(changes.subjectId, await subjectIds(id)), aboutDeals);
}

/** The most scores that are listed, and the changes that are searched for them. */
export const MAX_SCORES = 500;
export const MAX_SCORED_CHANGES = 2_000;
const MAX_SCORED_BYTES = 16 * 1024 * 1024;

/**
 * A deal's latest scores, at most 500 of its latest 2,000 changes and 16 MB of texts, oldest first.
 * Throws 404 if the deal is not visible.
 */
export async function scoreHistory(
  viewer: Viewer,
  id: number,
): Promise<{ at: Date; score: number | null }[]> {
  await checkVisible(viewer, id);
  const latest = await db
    .select(UNREAD)
    .from(changes)
    .where(and(eq(changes.subjectId, String(id)), eq(changes.subject, 'pipeline')))
    .orderBy(desc(changes.id))
    .limit(MAX_SCORED_CHANGES);
  const scores: { at: Date; score: number | null }[] = [];
  let bytes = 0;
  for await (const chunk of inChunksOfBytes(latest, MAX_CHUNK_BYTES, MAX_CHUNK_CHANGES)) {
    scores.push(...(await readScores(chunk.map(({ id }) => id))));
    bytes += totalBytes(chunk);
    if (scores.length >= MAX_SCORES || bytes > MAX_SCORED_BYTES) break;
  }
  return scores.slice(0, MAX_SCORES).reverse();
}

function totalBytes(unread: Unread[]): number {
  return unread.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function readScores(ids: number[]) {
  const score = sql<string>`json_extract(${changes.fields}, '$.evaluationScore')`;
  const rows = await db
    .select({ at: changes.at, score })
    .from(changes)
    .where(and(inArray(changes.id, ids), isNotNull(score)))
    .orderBy(desc(changes.id));
  return rows.map(({ at, score }) => ({
    at,
    score: (JSON.parse(score) as [unknown, number | null])[1],
  }));
}

/** A change of a deal or of what belongs to it. Throws 404 if it or the deal is not there or visible. */
export async function getPipelineChange(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<Change> {
  await checkVisible(viewer, id);
  const [change] = await db
    .select()
    .from(changes)
    .where(and(eq(changes.id, changeId), await isAbout(id)));
  if (!change) throw notFound('This change does not exist');
  return shown(change, await currentLists());
}

/**
 * The evaluation right after a change, and the current one, which is empty if it was deleted since.
 * Throws 404 if the change is none of an evaluation.
 */
export async function evaluationVersionOf(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<{ change: Change; then: Record<string, FieldValue>; now: Values }> {
  const change = await getPipelineChange(viewer, id, changeId);
  if (change.subject !== 'evaluation') throw notFound('This version does not exist');
  const now = valuesOf(await findEvaluation(viewer, id));
  if (change.subjectId !== String(id)) return { change, then: await valuesAt(change), now };
  const later = await db
    .select(UNREAD)
    .from(changes)
    .where(
      and(
        eq(changes.subjectId, String(id)),
        eq(changes.subject, 'evaluation'),
        gt(changes.id, changeId),
      ),
    )
    .orderBy(asc(changes.id));
  return { change, then: { ...now, ...(await valuesBefore(later)) }, now };
}

type Values = Record<(typeof EVALUATION_FIELDS)[number], FieldValue>;

/** The evaluation of a deal that was merged, of which no other is left: as its changes made it. */
async function valuesAt({ id, subjectId }: Change): Promise<Values> {
  const made = await db
    .select(UNREAD)
    .from(changes)
    .where(
      and(eq(changes.subjectId, subjectId), eq(changes.subject, 'evaluation'), lte(changes.id, id)),
    )
    .orderBy(desc(changes.id));
  const values = new Map<string, FieldValue>();
  for await (const chunk of inChunksOfBytes(made, MAX_CHUNK_BYTES, MAX_CHUNK_CHANGES)) {
    const missing = EVALUATION_FIELDS.filter((field) => !values.has(field));
    if (!missing.length) break;
    for (const { field, pair } of await lastPairs(chunk, missing))
      values.set(field, (JSON.parse(pair) as [FieldValue, FieldValue])[1]);
  }
  return recordOf(EVALUATION_FIELDS, (field) => values.get(field) ?? null);
}

function valuesOf(evaluation: Evaluation | undefined): Values {
  return recordOf(EVALUATION_FIELDS, (field) => evaluation?.[field] ?? null);
}

/** What the first of these changes of an evaluation (oldest first) has replaced of each field. */
async function valuesBefore(later: Unread[]): Promise<Record<string, FieldValue>> {
  const values: Record<string, FieldValue> = {};
  for await (const chunk of inChunksOfBytes(later, MAX_CHUNK_BYTES, MAX_CHUNK_CHANGES)) {
    const missing = EVALUATION_FIELDS.filter((field) => !Object.hasOwn(values, field));
    if (!missing.length) break;
    for (const { field, pair } of await firstPairs(chunk, missing))
      [values[field]] = JSON.parse(pair) as [FieldValue];
  }
  return values;
}

/** Each field's [from, to] in the first of these changes that has it. SQLite parses the texts. */
const firstPairs = (read: Unread[], fields: string[]) => pairsIn(read, fields, min(changes.id));
const lastPairs = (read: Unread[], fields: string[]) => pairsIn(read, fields, max(changes.id));

async function pairsIn(read: Unread[], fields: string[], which: SQL) {
  const field = sql<string>`field.key`;
  const ids = read.map(({ id }) => id);
  return db
    .select({ field, pair: sql<string>`field.value`, which })
    .from(changes)
    .innerJoin(sql`json_each(${changes.fields}) as field`, inArray(field, fields))
    .where(inArray(changes.id, ids))
    .groupBy(field);
}

export interface HistoryQuery {
  /** Part of the actor's name or email; `what` is part of the company or user it is about. */
  who?: string;
  what?: string;
  subject?: Change['subject'];
  act?: Change['act'];
  /** Inclusive; `until` is exclusive. */
  from?: Date;
  until?: Date;
  /** Only changes with a smaller id. */
  before?: number;
}

function usersCalled(name: string) {
  return db.select({ id: users.id }).from(users).where(contains(users.searchText, name));
}

function matching({ who, what, subject, act, from, until, before }: HistoryQuery): SQL | undefined {
  const patternOf = (text: string) => `%${text.slice(0, 200).replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    who
      ? or(
          sql`${like(changes.actorEmail, patternOf(who))} escape '\\'`,
          inArray(changes.actorId, usersCalled(who)),
        )
      : undefined,
    what
      ? or(
          sql`${like(changes.subjectName, patternOf(what))} escape '\\'`,
          and(eq(changes.subject, 'account'), inArray(changes.subjectId, usersCalled(what))),
        )
      : undefined,
    subject ? eq(changes.subject, subject) : undefined,
    act ? eq(changes.act, act) : undefined,
    from ? gte(changes.at, from) : undefined,
    until ? lt(changes.at, until) : undefined,
    before ? lt(changes.id, before) : undefined,
  );
}

/** All changes, newest first. Throws 403 unless the viewer is an admin. */
export async function listHistory(
  viewer: Viewer,
  query: HistoryQuery,
  { limit, offset }: Page,
  from: Db = db,
): Promise<Change[]> {
  if (!mayReadHistory(viewer)) throw forbidden('Admin access required.');
  const unread = await from
    .select(UNREAD)
    .from(changes)
    .where(matching(query))
    .orderBy(desc(changes.id))
    .limit(limit)
    .offset(offset);
  return readChanges(unread, from);
}

/** Any change. Throws 403 unless the viewer is an admin, and 404. */
export async function getChange(viewer: Viewer, id: number): Promise<Change> {
  if (!mayReadHistory(viewer)) throw forbidden('Admin access required.');
  const [change] = await db.select().from(changes).where(eq(changes.id, id));
  if (!change) throw notFound('This change does not exist');
  return shown(change, await currentLists());
}

export async function countHistory(viewer: Viewer, query: HistoryQuery): Promise<number> {
  if (!mayReadHistory(viewer)) throw forbidden('Admin access required.');
  return db.$count(changes, matching(query));
}
