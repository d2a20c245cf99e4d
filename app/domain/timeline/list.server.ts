import { and, desc, eq, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type HistoryEvent, historyEvents, users } from '#db/schema';
import { canViewHistory, type Viewer } from '~/domain/access';
import { getOptionLists } from '~/domain/option-list/list.server';
import type { Page } from '~/domain/pagination';
import { columnContains } from '~/domain/search/search-texts.server';
import { forbidden, notFound } from '~/errors';
import { CHANGE_SIZE_COLUMNS, loadChanges, toShownChange } from './load-changes.server';

export interface HistoryQuery {
  who?: string;
  what?: string;
  subject?: HistoryEvent['subject'];
  kind?: HistoryEvent['kind'];
  from?: Date;
  until?: Date;
  before?: number;
}

function selectUsersByName(name: string) {
  return db.select({ id: users.id }).from(users).where(columnContains(users.searchText, name));
}

function buildHistoryFilter({
  who,
  what,
  subject,
  kind,
  from,
  until,
  before,
}: HistoryQuery): SQL | undefined {
  const toLikePattern = (text: string) => `%${text.slice(0, 200).replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    who
      ? or(
          sql`${like(historyEvents.actorEmail, toLikePattern(who))} escape '\\'`,
          inArray(historyEvents.actorId, selectUsersByName(who)),
        )
      : undefined,
    what
      ? or(
          sql`${like(historyEvents.subjectName, toLikePattern(what))} escape '\\'`,
          and(
            eq(historyEvents.subject, 'account'),
            inArray(historyEvents.subjectId, selectUsersByName(what)),
          ),
        )
      : undefined,
    subject ? eq(historyEvents.subject, subject) : undefined,
    kind ? eq(historyEvents.kind, kind) : undefined,
    from ? gte(historyEvents.at, from) : undefined,
    until ? lt(historyEvents.at, until) : undefined,
    before ? lt(historyEvents.id, before) : undefined,
  );
}

export async function listHistory(
  viewer: Viewer,
  query: HistoryQuery,
  { limit, offset }: Page,
  tx: Db = db,
): Promise<HistoryEvent[]> {
  if (!canViewHistory(viewer)) throw forbidden('Admin access required.');
  const unread = await tx
    .select(CHANGE_SIZE_COLUMNS)
    .from(historyEvents)
    .where(buildHistoryFilter(query))
    .orderBy(desc(historyEvents.id))
    .limit(limit)
    .offset(offset);
  return loadChanges(unread, tx);
}

export async function getChange(viewer: Viewer, id: number): Promise<HistoryEvent> {
  if (!canViewHistory(viewer)) throw forbidden('Admin access required.');
  const [change] = await db.select().from(historyEvents).where(eq(historyEvents.id, id));
  if (!change) throw notFound('This change does not exist');
  return toShownChange(change, await getOptionLists());
}

export async function countHistory(viewer: Viewer, query: HistoryQuery): Promise<number> {
  if (!canViewHistory(viewer)) throw forbidden('Admin access required.');
  return db.$count(historyEvents, buildHistoryFilter(query));
}
