import { paginate, parsePage } from '~/address/page';
import { canManageDeal, isStaff, type Viewer } from '~/domain/access';
import {
  countDealsDeletedByViewer,
  countTrash,
  listDealsDeletedByViewer,
  type ListedTrashEntry,
  listTrash,
} from '~/domain/operations/trash/list.server';
import { TRASH_RETENTION_MS } from '~/domain/operations/trash/retention';
import { formatCount } from '~/domain/text/text';
import { findPeople, type FindPerson } from '~/domain/timeline/people.server';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadTrashView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { pager, slice } = paginate(parsePage(params), await countTrash(viewer));
  return { pager, entries: await buildEntryViews(viewer, await listTrash(viewer, slice), locale) };
}

export async function loadDeletedView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { pager, slice } = paginate(parsePage(params), await countDealsDeletedByViewer(viewer));
  const deleted = await listDealsDeletedByViewer(viewer, slice);
  const entries = await buildEntryViews(viewer, deleted, locale);
  return { pager, entries, showWhat: isStaff(viewer) };
}

async function buildEntryViews(viewer: Viewer, entries: ListedTrashEntry[], locale: Locale) {
  const emails = entries.flatMap(({ owner, deletedBy }) => [owner, deletedBy]);
  const people = await findPeople(
    [],
    emails.map((email) => email.toLowerCase()),
  );
  return entries.map((entry) => ({
    ...buildEntryView(entry, people, locale),
    merged: describeMerge(viewer, entry),
  }));
}

function buildEntryView(
  { id, subject, name, owner, deals, deletedAt, deletedBy }: ListedTrashEntry,
  people: FindPerson,
  locale: Locale,
) {
  const formatPerson = (email: string) => {
    const { name, email: sharedNameEmail } = people(email) ?? { name: email };
    return sharedNameEmail ? `${name} (${sharedNameEmail})` : name;
  };
  const account = deals ? `Account with ${formatCount(deals, 'deal')}` : 'Account';
  return {
    id,
    name,
    what: subject === 'pipeline' ? `Deal of ${formatPerson(owner)}` : account,
    deleted: formatDate(deletedAt, locale),
    deletedBy: formatPerson(deletedBy),
    until: formatDate(new Date(deletedAt.getTime() + TRASH_RETENTION_MS), locale),
  };
}

/** Links only to a winner that the viewer may split: it may be in the trash itself (rule 23.20). */
function describeMerge(viewer: Viewer, { merge, winner }: ListedTrashEntry) {
  if (!merge) return undefined;
  const canSplit = winner && canManageDeal(viewer, winner);
  return {
    into: merge.into,
    split: canSplit ? `/pipeline/${merge.winnerId}/merge/${merge.id}` : undefined,
    hint: winner ? undefined : `To split them, first bring ${merge.into} back`,
  };
}

export type TrashEntryView = Awaited<ReturnType<typeof buildEntryViews>>[number];
