import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { inChunksOfBytes } from '#db/chunks';
import type { Db } from '#db/client';
import {
  changes,
  type Contact,
  contacts,
  evaluations,
  lower,
  octetLength,
  type OwnField,
  pipelines,
  users,
} from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { EVALUATION_INPUTS } from '~/models/evaluation/schema';
import { companyKeys, likelyKeys } from '~/models/pipeline/company-key';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { pick } from '~/models/record';
import { maySignIn } from '~/models/user/session.server';
import { visibleTo } from '~/models/visibility.server';
import type { Fields, KnownDeal, Owner } from './row';
import { stageName } from '~/models/pipeline/write.server';
import { isRequired, stagesOf } from '~/models/lists/list.server';
import { isClosed, type Lists, type Stage, withPresentNames } from '~/models/lists/lists';
import { isActive, listPeople, readFields } from '~/models/field/fields.server';
import { named, ownName } from '~/models/field/values';
import type { KnownFields, KnownStages } from './values';
import { type HistoryMoment, historyMoment, type Reference } from '~/models/export/reference';

/** What the database knows about the deals of some rows, read together. */

/** The visible ones of these deals by id. */
export async function readDeals(
  viewer: Viewer,
  ids: number[],
  from: Db,
): Promise<Map<number, KnownDeal>> {
  const { id, userId, createdAt } = pipelines;
  const rows = await from
    .select({
      ...{ id, userId, createdAt, stage: stageName, owner: users.email },
      ...pick(pipelines, PIPELINE_KEYS),
      own: pipelines.fields,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, userId))
    .where(and(inArray(id, ids), visibleTo(viewer)));
  return new Map(
    rows.map(({ id, userId, createdAt, own, ...fields }) => [
      id,
      { id, userId, createdAt, fields: { ...fields, ...named(own) } },
    ]),
  );
}

/** The scores and notes of these deals by id; a deal that was not evaluated has none. */
export async function readEvaluations(ids: number[], from: Db): Promise<Map<number, Fields>> {
  const rows = await from
    .select({ id: evaluations.pipelineId, ...pick(evaluations, EVALUATION_INPUTS) })
    .from(evaluations)
    .where(inArray(evaluations.pipelineId, ids));
  return new Map(rows.map(({ id, ...fields }) => [id, fields]));
}

/** By deal, in the order in which they were added. */
export async function readContacts(ids: number[], from: Db): Promise<Map<number, Contact[]>> {
  const { id, pipelineId } = contacts;
  const rows = await from.select().from(contacts).where(inArray(pipelineId, ids)).orderBy(asc(id));
  const contactsByDeal = new Map(ids.map((deal) => [deal, new Array<Contact>()]));
  for (const contact of rows) contactsByDeal.get(contact.pipelineId)!.push(contact);
  return contactsByDeal;
}

/**
 * Visible deals by the keys of a name (as `FileRow` has them): the viewer's own first, then the newest;
 * at most `most` of a name, as thousands of deals may share it.
 */
export async function readMatches(
  viewer: Viewer,
  names: string[],
  most: number,
  from: Db,
): Promise<Map<string, number[]>> {
  if (!names.length) return new Map();
  const { id, companyKey, companyName, userId, createdAt } = pipelines;
  const likely = new Set(names.flatMap((name) => likelyKeys(name.split('\n'))));
  const order = sql`${userId} = ${viewer.id} desc, ${createdAt} desc, ${id} desc`;
  const place = sql<number>`row_number() over (partition by ${companyKey} order by ${order})`;
  const ranked = from
    .select({ id, companyName, userId, createdAt, place: place.as('place') })
    .from(pipelines)
    .where(and(inArray(companyKey, [...likely]), visibleTo(viewer)))
    .as('ranked');
  const rows = await from
    .select({ id: ranked.id, companyName: ranked.companyName })
    .from(ranked)
    .where(lte(ranked.place, most))
    .orderBy(sql`${ranked.userId} = ${viewer.id} desc`, desc(ranked.createdAt), desc(ranked.id));
  const places = new Map<string, number[]>();
  for (const [i, { companyName }] of rows.entries())
    for (const key of companyKeys(companyName)) places.set(key, [...(places.get(key) ?? []), i]);
  const indexesOf = (name: string) => {
    const all = new Set(name.split('\n').flatMap((key) => places.get(key) ?? []));
    return [...all].sort((a, b) => a - b).slice(0, most);
  };
  return new Map(names.map((name) => [name, indexesOf(name).map((i) => rows[i]!.id)]));
}

/** Users who can become owners, by their emails in lower case; only for staff. */
export async function readOwners(
  viewer: Viewer,
  emails: string[],
  from: Db,
): Promise<Map<string, Owner>> {
  if (!emails.length || !isStaff(viewer)) return new Map();
  const rows = await from
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(lower(users.email), emails), maySignIn));
  return new Map(rows.map((owner) => [owner.email.toLowerCase(), owner]));
}

export async function readKnownStages(from: Db, lists: Lists): Promise<KnownStages> {
  const { listed } = stagesOf(lists);
  const withReason = (await isRequired('reasons', from)) ? listed.filter(isClosed) : [];
  const names = (stages: Stage[]) => stages.map(({ name }) => name);
  return { names: names(listed), withReason: names(withReason) };
}

/** With those that the import will create. */
export async function readKnownFields(from: Db, newFields: OwnField[] = []): Promise<KnownFields> {
  const active = [...(await readFields(from)).filter(isActive), ...newFields];
  const people = active.some(({ kind }) => kind === 'person') ? await listPeople(from) : [];
  return { fields: new Map(active.map((field) => [ownName(field.key), field])), people };
}

type Subject = 'pipeline' | 'evaluation';

/** Of the history, read at once. */
const MAX_CHUNK_BYTES = 1024 * 1024;

/** The `from` of each field's first change after an export, by deal. */
export type Earlier = Map<number, Fields>;

/**
 * What the fields of deals were when they were exported, where they have been changed since. Reads
 * the changes after the earliest of these references.
 */
export async function readEarlier(
  subject: Subject,
  references: Reference[],
  from: Db,
  lists: Lists,
): Promise<Earlier> {
  const earlier: Earlier = new Map();
  if (!references.length) return earlier;
  const exported = new Map(references.map(({ id, moment }) => [id, moment.change]));
  const unread = await from
    .select({ id: changes.id, bytes: octetLength(changes.fields) })
    .from(changes)
    .where(
      and(
        inArray(changes.subjectId, [...exported.keys()].map(String)),
        eq(changes.subject, subject),
        gt(changes.id, Math.min(...exported.values())),
      ),
    )
    .orderBy(asc(changes.id));
  for await (const chunk of inChunksOfBytes(unread, MAX_CHUNK_BYTES)) {
    const ids = chunk.map(({ id }) => id);
    const rows = await from
      .select({ id: changes.id, subjectId: changes.subjectId, fields: changes.fields })
      .from(changes)
      .where(inArray(changes.id, ids))
      .orderBy(asc(changes.id));
    for (const { id, subjectId, fields } of rows) {
      const deal = Number(subjectId);
      if (id <= exported.get(deal)!) continue;
      const before = Object.entries(fields).map(([field, [was]]) => [field, was] as const);
      const values = withPresentNames(lists, Object.fromEntries(before));
      earlier.set(deal, { ...values, ...earlier.get(deal) });
    }
  }
  return earlier;
}

/**
 * Whether the history goes on from the moment of an export: not if the database was restored from
 * an earlier backup since.
 */
export function momentChecker(from: Db): (moment: HistoryMoment) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (moment) => {
    const key = `${moment.change} ${moment.time}`;
    const isKnown = known.get(key) ?? isInHistory(from, moment);
    known.set(key, isKnown);
    return isKnown;
  };
}

async function isInHistory(from: Db, { change, time }: HistoryMoment): Promise<boolean> {
  if (!change) return true;
  const { id, at } = changes;
  const [row] = await from.select({ id, at }).from(changes).where(eq(id, change));
  return row !== undefined && historyMoment(row).time === time;
}
