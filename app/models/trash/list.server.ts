import { and, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { merges, trash } from '#db/schema';
import { isStaff, mayRestore, type Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { findPeople, type People } from '~/models/history/people.server';
import { type Page, pageOf } from '~/models/page';
import { isOfEntry } from '~/models/pipeline/merged.server';
import { counted } from '~/models/text';
import { forbidden } from '~/refusal';
import { TRASH_TIME } from './rows.server';

/**
 * An account with many deals, and a deal with notes, take several rows of the table, as one JSON of
 * them all would be too long: the entry itself, and `parts` rows with the ids after it, which have
 * no name.
 */
export const isEntry = ne(trash.name, '');
export const isDeal = and(eq(trash.subject, 'pipeline'), isEntry);

const ownerId = sql<string>`json_extract(${trash.rows}, '$.pipelines[0].userId')`;

/** The condition for deals that the viewer has deleted and can restore for 30 days (rule 10.14). */
export function deletedByViewer(viewer: Viewer): SQL | undefined {
  const isOwn = isStaff(viewer) ? undefined : eq(ownerId, viewer.id);
  return and(isDeal, eq(trash.deletedBy, viewer.email), isOwn);
}

const { rows: _, ...entryColumns } = getTableColumns(trash);

/** The entries, most recently deleted first. Throws 403 unless the viewer is an admin. */
export async function listTrash(viewer: Viewer, page: Page) {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return listEntries(isEntry, page);
}

async function listEntries(condition: SQL | undefined, { limit, offset }: Page) {
  return db
    .select({
      ...entryColumns,
      merge: { id: merges.id, winnerId: merges.winnerId, into: merges.winnerName },
    })
    .from(trash)
    .leftJoin(merges, isOfEntry(trash.id))
    .where(condition)
    .orderBy(desc(trash.id))
    .limit(limit)
    .offset(offset);
}
type TrashEntry = Awaited<ReturnType<typeof listEntries>>[number];

export async function countTrash(viewer: Viewer): Promise<number> {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return db.$count(trash, isEntry);
}

/** Data of the trash. Throws 403 unless the viewer is an admin. */
export async function trashView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { pager, slice } = pageOf(params, await countTrash(viewer));
  return { pager, entries: await entryViews(await listTrash(viewer, slice), locale) };
}

/** Data of the deals that the viewer has deleted. */
export async function deletedView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const condition = deletedByViewer(viewer);
  const { pager, slice } = pageOf(params, await db.$count(trash, condition));
  const entries = await entryViews(await listEntries(condition, slice), locale);
  return { pager, entries, showWhat: isStaff(viewer) };
}

/** Names owners and who deleted; deleted users by email. */
async function entryViews(entries: TrashEntry[], locale: Locale) {
  const emails = entries.flatMap(({ owner, deletedBy }) => [owner, deletedBy]);
  const people = await findPeople(
    [],
    emails.map((email) => email.toLowerCase()),
  );
  return entries.map((entry) => entryView(entry, people, locale));
}

function entryView(
  { id, subject, name, owner, deals, deletedAt, deletedBy, merge }: TrashEntry,
  people: People,
  locale: Locale,
) {
  const named = (email: string) => {
    const { name, email: alike } = people(email) ?? { name: email };
    return alike ? `${name} (${alike})` : name;
  };
  const account = deals ? `Account with ${counted(deals, 'deal')}` : 'Account';
  return {
    id,
    name,
    what: subject === 'pipeline' ? `Deal of ${named(owner)}` : account,
    deleted: formatDate(deletedAt, locale),
    deletedBy: named(deletedBy),
    /** It is split again there instead of being restored. */
    merged: merge
      ? { into: merge.into, split: `/pipeline/${merge.winnerId}/merge/${merge.id}` }
      : undefined,
    until: formatDate(new Date(deletedAt.getTime() + TRASH_TIME), locale),
  };
}
export type TrashEntryView = ReturnType<typeof entryView>;
