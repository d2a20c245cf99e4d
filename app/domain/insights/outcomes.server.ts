import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, decisions, listOptions, type Outcome, rounds, type Vote } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { buildDealCacheKey, buildDealFilter } from '~/domain/deal/filter.server';
import type { DealQuery } from '~/domain/deal/query';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import { isRoundOfDeal } from '~/domain/decision/named-records.server';
import { countClosedVotes } from '~/domain/round/reveal.server';
import { MAX_LISTED_DECISIONS } from './groups';

type Votes = Partial<Record<Vote, number>>;

interface OutcomeGroup {
  outcome: Outcome | null;
  decisions: number;
  meanScore: number | null;
}

export interface DecidedDeal {
  id: number;
  dealId: number;
  companyName: string;
  stage: string;
  decidedAt: Date;
  score: number | null;
  votes: Votes | null;
  outcome: Outcome;
  outcomeNote: string | null;
}

export interface OutcomeInsights {
  decisions: number;
  groups: OutcomeGroup[];
  listed: DecidedDeal[];
}

export async function getOutcomeInsights(
  viewer: Viewer,
  query: DealQuery,
): Promise<OutcomeInsights> {
  const today = getUtcToday();
  const key = buildDealCacheKey(`outcomes ${today}`, viewer, query);
  return cacheUntilCommit(key, () => computeOutcomes(viewer, query));
}

async function computeOutcomes(viewer: Viewer, query: DealQuery): Promise<OutcomeInsights> {
  const isCounted = and(
    await buildDealFilter(viewer, query),
    ne(decisions.kind, 'open'),
    isNotUndone(),
  );
  const groups = await db
    .select({
      outcome: decisions.outcome,
      decisions: count(),
      meanScore: sql<number | null>`avg(${decisions.score})`,
    })
    .from(decisions)
    .innerJoin(deals, eq(deals.id, decisions.dealId))
    .where(isCounted)
    .groupBy(decisions.outcome)
    .orderBy(sql`${decisions.outcome} nulls last`);
  const rows = await db
    .select({
      id: decisions.id,
      dealId: decisions.dealId,
      companyName: deals.companyName,
      stage: listOptions.name,
      decidedAt: decisions.decidedAt,
      score: decisions.score,
      roundId: rounds.id,
      outcome: decisions.outcome,
      outcomeNote: decisions.outcomeNote,
    })
    .from(decisions)
    .innerJoin(deals, eq(deals.id, decisions.dealId))
    .innerJoin(listOptions, eq(listOptions.id, decisions.stageId))
    .leftJoin(rounds, isRoundOfDeal())
    .where(and(isCounted, sql`${decisions.outcome} is not null`))
    .orderBy(desc(decisions.id))
    .limit(MAX_LISTED_DECISIONS);
  const votes = await countClosedVotes(rows.flatMap(({ roundId }) => roundId ?? []));
  return {
    decisions: groups.reduce((sum, group) => sum + group.decisions, 0),
    groups,
    listed: rows.map(({ roundId, outcome, ...row }) => ({
      ...row,
      outcome: outcome!,
      votes: (roundId !== null && votes.get(roundId)) || null,
    })),
  };
}
