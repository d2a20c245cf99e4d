import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { decisions, rounds, type User } from '#db/schema';
import { SEED_DECISION, SEED_OUTCOMES, SEED_ROUNDS } from '#db/seed/rounds';
import type { SeedUser } from '#db/seed/users';
import { transaction } from '#db/transaction';
import { addDays, DAY_MS, getUtcToday } from '~/domain/date/calendar-day';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { setOutcome } from '~/domain/decision/outcome.server';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { freezeMemo } from '~/domain/memo/freeze.server';
import { MemoInput } from '~/domain/memo/schema';
import { closeRound } from '~/domain/round/close.server';
import { openRound } from '~/domain/round/open.server';
import { saveScorecard } from '~/domain/round/save-scorecard.server';
import { ScorecardInput } from '~/domain/round/schema';
import { renderMemo } from '~/ui/memo/render-memo.server';
import { parseInput } from './errors';

const OPEN_DAYS = 7;

type People = Map<SeedUser['key'], User>;

export async function addDemoRound(
  people: People,
  { id, companyName, viewer }: { id: number; companyName: string; viewer: User },
): Promise<void> {
  const seed = SEED_ROUNDS[companyName];
  if (!seed) return;
  const getUser = (key: SeedUser['key']) => people.get(key)!;
  const opener = getUser(seed.openedBy);
  const userIds = seed.asked.map((key) => getUser(key).id);
  const until = addDays(getUtcToday(), OPEN_DAYS);
  const roundId = await openRound(opener, id, { userIds, until });
  for (const [key, { scores, isDraft, ...card }] of Object.entries(seed.cards)) {
    const named = Object.fromEntries(CRITERIA.map((criterion, n) => [criterion.key, scores[n]]));
    const input = parseInput(ScorecardInput, { ...card, scores: named, submit: !isDraft });
    await saveScorecard(getUser(key as SeedUser['key']), { dealId: id, roundId }, input);
  }
  if (seed.isClosed) await closeRound(opener, id, roundId);
  const openedAt = new Date(Date.now() - seed.openedDaysAgo * DAY_MS);
  await transaction((tx) => tx.update(rounds).set({ openedAt }).where(eq(rounds.id, roundId)));
  if (companyName === SEED_DECISION.companyName) await addDecision(people, viewer, id, roundId);
}

async function addDecision(
  people: People,
  viewer: User,
  dealId: number,
  roundId: number,
): Promise<void> {
  const { memo, conditions, text } = SEED_DECISION;
  const memoInput = parseInput(MemoInput, { ...memo, roundId });
  const memoId = await freezeMemo(viewer, dealId, memoInput, { render: renderMemo });
  await closeDeal(viewer, dealId, {
    stage: 'Invested',
    text,
    roundId,
    memoId,
    conditions: conditions.map(({ person, dueInDays, ...condition }) => ({
      ...condition,
      userId: people.get(person)!.id,
      dueOn: addDays(getUtcToday(), dueInDays),
    })),
  });
}

export async function addDemoOutcome(
  viewer: User,
  { id, companyName }: { id: number; companyName: string },
): Promise<void> {
  const outcome = SEED_OUTCOMES[companyName];
  if (!outcome) return;
  const [decision] = await db.select().from(decisions).where(eq(decisions.dealId, id));
  await setOutcome(viewer, id, decision!.id, outcome);
}
