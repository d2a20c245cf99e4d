import { desc, getTableColumns, ne, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { merges, trash } from '#db/schema';
import { forbidden } from '~/refusal';
import { mayRestore, type Viewer } from '~/models/access';
import { isOfEntry } from '~/models/pipeline/merged.server';
import { formatDate, type Locale } from '~/models/dates';
import { type Page, pageOf } from '~/models/page';
import { counted } from '~/models/text';
import { findPeople, type People } from '~/models/history/people.server';

export const TRASH_DAYS = 30;
/** In ms. */
export const TRASH_TIME = TRASH_DAYS * 86_400_000;

/**
 * An account with many deals, and a deal with notes, take several rows of the table, as one JSON of
 * them all would be too long: the entry itself, and `parts` rows with the ids after it, which have
 * no name.
 */
export const isEntry = ne(trash.name, '');

const { rows: _, ...entryColumns } = getTableColumns(trash);

/** The entries, most recently deleted first. Throws 403 unless the viewer is an admin. */
export async function listTrash(viewer: Viewer, page: Page) {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return listEntries(isEntry, page);
}

export async function listEntries(condition: SQL | undefined, { limit, offset }: Page) {
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
  const entries = await listTrash(viewer, slice);
  return { pager, entries: await trashEntryViews(entries, locale) };
}

/** Names owners and who deleted; deleted users by email. */
export async function trashEntryViews(entries: TrashEntry[], locale: Locale) {
  const emails = entries.flatMap(({ owner, deletedBy }) => [owner, deletedBy]);
  const people = await findPeople(
    [],
    emails.map((email) => email.toLowerCase()),
  );
  return entries.map((entry) => trashEntryView(entry, people, locale));
}

function trashEntryView(
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
    merged: merge ? { into: merge.into, split: splitPath(merge) } : undefined,
    until: formatDate(new Date(deletedAt.getTime() + TRASH_TIME), locale),
  };
}

function splitPath({ id, winnerId }: { id: number; winnerId: number }): string {
  return `/pipeline/${winnerId}/merge/${id}`;
}
export type TrashEntryView = ReturnType<typeof trashEntryView>;
