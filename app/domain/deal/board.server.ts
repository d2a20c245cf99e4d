import { count, eq, inArray, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { sortByIds } from '~/domain/sort-by-ids';
import { listStages } from '~/domain/stage/stages.server';
import { buildDealCacheKey, buildDealFilter } from './filter.server';
import { listDealIds } from './list.server';
import type { DealQuery } from './query';

const MAX_CARDS_PER_STAGE = 50;

export type BoardColumn = Awaited<ReturnType<typeof getBoard>>[number];
export type BoardCard = Awaited<ReturnType<typeof listCards>>[number];

export async function getBoard(viewer: Viewer, query: DealQuery) {
  const key = `${buildDealCacheKey('board', viewer, query)} ${query.sort}`;
  return cacheUntilCommit(key, () => computeColumns(viewer, query));
}

async function computeColumns(viewer: Viewer, query: DealQuery) {
  const [{ listed }, figures] = await Promise.all([listStages(), sumByStage(viewer, query)]);
  const columns = await Promise.all(
    listed.map(async (stage) => {
      const stageFigures = figures.filter(({ stageId }) => stageId === stage.id);
      const sums = stageFigures.flatMap(({ currency, amount }) =>
        currency && amount ? [{ currency, amount }] : [],
      );
      const deals = stageFigures.reduce((sum, { deals }) => sum + deals, 0);
      const stageQuery = { ...query, stage: [stage.name] };
      const page = { limit: MAX_CARDS_PER_STAGE, offset: 0 };
      const ids = deals ? await listDealIds(viewer, stageQuery, { page }) : [];
      return { stage, deals, sums, ids };
    }),
  );
  const cards = await listCards(columns.flatMap(({ ids }) => ids));
  return columns.map(({ ids, ...column }) => ({ ...column, cards: sortByIds(ids, cards) }));
}

async function sumByStage(viewer: Viewer, query: DealQuery) {
  const { stageId, targetFundingCurrency: currency, targetFundingAmount } = deals;
  const amount = sql<number | null>`sum(${targetFundingAmount})`;
  return db
    .select({ stageId, currency, deals: count(), amount })
    .from(deals)
    .where(await buildDealFilter(viewer, query))
    .groupBy(stageId, currency)
    .orderBy(currency);
}

async function listCards(ids: number[]) {
  return db
    .select({
      id: deals.id,
      companyName: deals.companyName,
      owner: { email: users.email, firstName: users.firstName },
      evaluationScore: deals.evaluationScore,
      targetFundingSize: deals.targetFundingSize,
      nextMeetingDate: deals.nextMeetingDate,
      nextMeetingOn: deals.nextMeetingOn,
      meetingDays: deals.meetingDays,
      meetingDueAt: deals.meetingDueAt,
      stageSince: deals.stageSince,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(inArray(deals.id, ids));
}
