import { count, eq, inArray, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { listStages } from '~/models/lists/list.server';
import { matching, matchingKey } from './filter.server';
import { listPipelineIds, sortByIds } from './list.server';
import type { PipelineQuery } from './query';

/** Cards of a column; the list has all of them. */
const MOST_CARDS = 50;

export type BoardColumn = Awaited<ReturnType<typeof readBoard>>[number];
export type BoardCard = Awaited<ReturnType<typeof readCards>>[number];

/** The visible deals by stage, filtered like a list (rule 23.13). */
export async function readBoard(viewer: Viewer, query: PipelineQuery) {
  const key = `${matchingKey('board', viewer, query)} ${query.sort}`;
  return cachedUntilCommit(key, () => readColumns(viewer, query));
}

/** Reads each stage's number of deals, sums by currency, and first deals in the query's order. */
async function readColumns(viewer: Viewer, query: PipelineQuery) {
  const [{ listed }, figures] = await Promise.all([listStages(), readFigures(viewer, query)]);
  const columns = await Promise.all(
    listed.map(async (stage) => {
      const stageFigures = figures.filter(({ stageId }) => stageId === stage.id);
      const sums = stageFigures.flatMap(({ currency, amount }) =>
        currency && amount ? [{ currency, amount }] : [],
      );
      const deals = stageFigures.reduce((sum, { deals }) => sum + deals, 0);
      const ofStage = { ...query, stage: [stage.name] };
      const page = { limit: MOST_CARDS, offset: 0 };
      const ids = deals ? await listPipelineIds(viewer, ofStage, page) : [];
      return { stage, deals, sums, ids };
    }),
  );
  const cards = await readCards(columns.flatMap(({ ids }) => ids));
  return columns.map(({ ids, ...column }) => ({ ...column, cards: sortByIds(ids, cards) }));
}

/** By stage and currency. */
async function readFigures(viewer: Viewer, query: PipelineQuery) {
  const { stageId, targetFundingCurrency: currency, targetFundingAmount } = pipelines;
  const amount = sql<number | null>`sum(${targetFundingAmount})`;
  return db
    .select({ stageId, currency, deals: count(), amount })
    .from(pipelines)
    .where(await matching(viewer, query))
    .groupBy(stageId, currency)
    .orderBy(currency);
}

async function readCards(ids: number[]) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      owner: { email: users.email, firstName: users.firstName },
      evaluationScore: pipelines.evaluationScore,
      targetFundingSize: pipelines.targetFundingSize,
      nextMeetingDate: pipelines.nextMeetingDate,
      meetingDays: pipelines.meetingDays,
      meetingDueAt: pipelines.meetingDueAt,
      stageSince: pipelines.stageSince,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(inArray(pipelines.id, ids));
}
