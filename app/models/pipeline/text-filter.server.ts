import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { contacts, evaluations, files, notes, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { contains, isInTime, searchIds } from '~/models/search.server';
import { searchTerm } from '~/models/text';
import { isAmong } from './own-filter.server';
import { visibleTo } from '~/models/visibility.server';

/** With '+', deals are looked at in the order of the list: 9,000 ids are found in 1 ms instead of 7. */
const inListOrder = sql`+${pipelines.id}`;

/** Deals with a text in the company's or a leader's name (rule 4.2). */
export async function nameContains(viewer: Viewer, typed: string, owner: string): Promise<SQL> {
  const { id, searchText } = pipelines;
  const found = db
    .select({ id })
    .from(pipelines)
    .where(and(ofOwner(viewer, owner), isInTime(id), contains(searchText, typed)));
  return isAmong(inListOrder, await searchIds(viewer, ['names', owner, searchTerm(typed)], found));
}

/** Deals with a text in their notes, contacts, names of files, introduction, metrics, comments, industries or evaluation notes (rule 17.12). */
export async function textContains(viewer: Viewer, typed: string, owner: string): Promise<SQL> {
  const { id, detailsText } = pipelines;
  const introduced = db
    .select({ id })
    .from(pipelines)
    .where(and(ofOwner(viewer, owner), isInTime(id), contains(detailsText, typed)));
  const having = (
    table: typeof evaluations | typeof notes | typeof contacts | typeof files,
    row: Column,
  ) =>
    db
      .select({ id: table.pipelineId })
      .from(table)
      .innerJoin(pipelines, eq(id, table.pipelineId))
      .where(and(ofOwner(viewer, owner), isInTime(row), contains(table.searchText, typed)));
  const key = ['texts', owner, searchTerm(typed)];
  const found = introduced
    .union(having(evaluations, id))
    .union(having(notes, notes.id))
    .union(having(contacts, contacts.id))
    .union(having(files, files.id));
  return isAmong(inListOrder, await searchIds(viewer, key, found));
}

/** Those of one owner, if there is one with an id. */
function ofOwner(viewer: Viewer, owner: string): SQL | undefined {
  return and(visibleTo(viewer), owner ? eq(pipelines.userId, owner) : undefined);
}
