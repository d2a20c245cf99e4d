import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { db } from '#db/client';
import { activeAt, changes, evaluations, pipelineIndustries, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { localDay, type Locale, startOfDay } from '~/models/dates';
import { importAct } from '~/models/history/act';
import { contains } from '~/models/search.server';
import { currentLists, listStages, meetingDaysInLists, stageIds } from '~/models/lists/list.server';
import { isSharedWith, visibleScope, visibleTo } from '~/models/visibility.server';
import { dependsOnDay, type Due, filtersOf, type Part, type PipelineQuery } from './query';
import { nameContains, ownCondition, textContains } from './conditions.server';
import { alias } from 'drizzle-orm/sqlite-core';

/** The `where` of every list, count and export: visibility and filters. */
export async function matching(viewer: Viewer, query: PipelineQuery): Promise<SQL | undefined> {
  const { search, owner, userId, whose, stage } = query;
  const { part, importId, ids } = query;
  const { industry, round, group } = await namesNow(query);
  return and(
    visibleTo(viewer),
    ids ? inArray(pipelines.id, ids) : undefined,
    search ? await nameContains(viewer, search, userId) : undefined,
    industry ? hasIndustry(industry) : undefined,
    round ? eq(pipelines.fundingRound, round) : undefined,
    userId ? eq(pipelines.userId, userId) : undefined,
    whose && (whose === 'mine' ? eq(pipelines.userId, viewer.id) : isSharedWith(viewer.id)),
    group ? isOwnedBy(sql`${users.group} = ${group}`) : undefined,
    owner ? isOwnedBy(contains(users.searchText, owner)) : undefined,
    stage && isInStage(await stageIds(stage)),
    part && isPart(part),
    importId ? isOfImport(importId) : undefined,
    await ownCondition(viewer, query.own),
    ...scores(query),
    ...sizes(query),
    ...times(query),
    query.due && (await isDue(query.due, localeOf(query))),
    query.evaluated && isNotEvaluated(),
    query.stalled && (await isStalled(localeOf(query))),
    query.lookAgain && lte(pipelines.lookAgainOn, localDay(new Date(), localeOf(query))),
    query.text ? await textContains(viewer, query.text, userId) : undefined,
  );
}

/**
 * Of several stages SQLite is told that most deals stand in one: else it reads and sorts all deals of
 * each, which took 700 instead of 34 ms for the review of 100,000 deals.
 */
function isInStage(ids: number[]): SQL {
  const condition = inArray(pipelines.stageId, ids);
  return ids.length > 1 ? sql`likely(${condition})` : condition;
}

/** Views and bookmarks may have the former names of entries. */
async function namesNow({ industry, round, group }: PipelineQuery) {
  if (!(industry || round || group)) return { industry, round, group };
  const { present } = await currentLists();
  return {
    industry: present('industries', industry),
    round: present('rounds', round),
    group: present('groups', group),
  };
}

export function isOfOneOwner({ userId, whose }: PipelineQuery): boolean {
  return Boolean(userId) || whose === 'mine';
}

/** A cache key for what a viewer sees of a query, in any order. */
export function matchingKey(what: string, viewer: Viewer, query: PipelineQuery): string {
  const day = dependsOnDay(query) ? startOfDay(0, localeOf(query)) : undefined;
  return JSON.stringify([what, visibleScope(viewer), filtersOf(query), day]);
}

function localeOf({ timeZone = 'UTC' }: PipelineQuery): Locale {
  return { language: 'en', timeZone };
}

function scores({ scored, scoreMin, scoreMax }: PipelineQuery): (SQL | undefined)[] {
  const { evaluationScore: score } = pipelines;
  return [
    scored === 'yes' ? isNotNull(score) : undefined,
    scored === 'no' ? isNull(score) : undefined,
    scoreMin === undefined ? undefined : gte(score, scoreMin),
    scoreMax === undefined ? undefined : lte(score, scoreMax),
  ];
}

function sizes({ sizeMin, sizeMax, currency }: PipelineQuery): (SQL | undefined)[] {
  const { targetFundingAmount: amount } = pipelines;
  return [
    sizeMin === undefined ? undefined : gte(amount, sizeMin),
    sizeMax === undefined ? undefined : lte(amount, sizeMax),
    currency ? eq(pipelines.targetFundingCurrency, currency) : undefined,
  ];
}

function times(query: PipelineQuery): (SQL | undefined)[] {
  const { createdSince, updatedSince, movedSince, notedSince, quiet } = query;
  const locale = localeOf(query);
  const since = (days: number | undefined, isSince: (start: Date) => SQL) =>
    days === undefined ? undefined : isSince(startOfDay(days, locale));
  return [
    since(createdSince, (start) => gte(pipelines.createdAt, start)),
    since(updatedSince, (start) => gte(pipelines.updatedAt, start)),
    since(movedSince, hasMoved),
    since(notedSince, (start) => gte(pipelines.notedAt, start)),
    // The whole day counts: quiet for 1 day is quiet since yesterday.
    quiet === undefined
      ? undefined
      : sql`${activeAt(pipelines)} < ${startOfDay(quiet - 1, locale).getTime()}`,
  ];
}

const DAY_MS = 86_400_000;
/** The number of days that count as this week, today included. */
const WEEK = 7;

async function isDue(due: Due, locale: Locale): Promise<SQL | undefined> {
  const days = await meetingDaysInLists();
  return due === 'overdue'
    ? isDueBefore(0, days, locale)
    : and(not(isDueBefore(0, days, locale)), isDueBefore(WEEK, days, locale));
}

/**
 * The condition for meetings that are due before the day that is `ahead` days after today, as `dueDay`
 * counts: a change of daylight saving since the meeting was set moves the moment for its number of days.
 */
function isDueBefore(ahead: number, meetingDays: number[], locale: Locale): SQL {
  const { meetingDueAt, meetingDays: daysOfDeal } = pipelines;
  const usual = startOfDay(-ahead, locale).getTime();
  const bounds = meetingDays.map((days) => ({
    days,
    bound: startOfDay(days - ahead, locale).getTime() + days * DAY_MS,
  }));
  const moved = bounds.filter(({ bound }) => bound !== usual);
  if (!moved.length) return lt(meetingDueAt, new Date(usual));
  const cases = moved.map(({ days, bound }) => sql`when ${days} then ${bound}`);
  const exact = sql`case ${daysOfDeal} ${sql.join(cases, sql` `)} else ${usual} end`;
  const latest = new Date(Math.max(usual, ...moved.map(({ bound }) => bound)));
  // The first condition is what the index finds.
  return and(lt(meetingDueAt, latest), sql`${meetingDueAt} < ${exact}`)!;
}

/** By the stages that have days. */
async function isStalled(locale: Locale): Promise<SQL> {
  const { listed } = await listStages();
  const stalled = listed.flatMap(({ id, days }) =>
    days === null
      ? []
      : [and(eq(pipelines.stageId, id), lt(pipelines.stageSince, startOfDay(days, locale)))],
  );
  return or(...stalled) ?? sql`false`;
}

function isPart(part: Part): SQL {
  const { evaluationScore, meetingDays } = pipelines;
  switch (part) {
    case 'reviews':
      return gt(evaluationScore, 0);
    case 'priority':
      return eq(meetingDays, 0);
    case 'soon':
      return lte(meetingDays, 30);
  }
}

/** By the index of the imports' changes: an import has at most 20,000 rows. */
function isOfImport(importId: number): SQL {
  const id = sql`cast(${changes.subjectId} as integer)`;
  const aboutDeals = inArray(changes.subject, ['pipeline', 'evaluation']);
  const isOfAct = and(eq(changes.actId, importAct(importId)), aboutDeals);
  return inArray(pipelines.id, db.select({ id }).from(changes).where(isOfAct));
}

function hasIndustry(industry: string): SQL {
  const { industry: named, pipelineId } = pipelineIndustries;
  const isNamed = and(eq(named, industry), eq(pipelineId, pipelines.id));
  return exists(db.select({ named }).from(pipelineIndustries).where(isNamed));
}

function isNotEvaluated(): SQL {
  const { pipelineId } = evaluations;
  return notExists(db.select({ pipelineId }).from(evaluations).where(eq(pipelineId, pipelines.id)));
}

function isOwnedBy(condition: SQL): SQL {
  return inArray(pipelines.userId, db.select({ id: users.id }).from(users).where(condition));
}

/** In tenths: 1.0. Scores have one decimal. */
const MOVED = 10;

/** Deals whose score is at least 1.0 from what it was at `start`; neither a first score nor a new deal. */
function hasMoved(start: Date): SQL {
  const first = db
    .select({
      id: sql<number>`cast(${changes.subjectId} as integer)`.as('moved_id'),
      changeId: min(changes.id).as('first_change'),
    })
    // By this index alone: the texts of 2,000 long changes beside it take 250 ms.
    .from(sql`${changes} indexed by changes_score`)
    .where(
      and(
        eq(changes.subject, sql`'pipeline'`),
        eq(changes.act, sql`'changed'`),
        sql`${changes.fields} ->> '$.evaluationScore' is not null`,
        gte(changes.at, start),
      ),
    )
    // By the changes of the period, not by all changes in the order of their deals.
    .groupBy(sql`+${changes.subjectId}`)
    .as('first');
  const change = alias(changes, 'change');
  const deal = alias(pipelines, 'moved');
  const before = sql`${change.fields} ->> '$.evaluationScore[0]'`;
  const tenths = sql`abs(round((${deal.evaluationScore} - (${before})) * 10))`;
  return inArray(
    pipelines.id,
    db
      .select({ id: first.id })
      .from(first)
      .innerJoin(change, eq(change.id, first.changeId))
      .innerJoin(deal, eq(deal.id, first.id))
      .where(and(lt(deal.createdAt, start), sql`${tenths} >= ${MOVED}`)),
  );
}
