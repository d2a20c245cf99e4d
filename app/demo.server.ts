import { eq } from 'drizzle-orm';
import { deals, decisions, type StageHistoryEntry, type User, users } from '#db/schema';
import type { SeedDeal } from '#db/seed/deals';
import { FIRST_DEALS } from '#db/seed/first-deals';
import { RECENT_DEALS } from '#db/seed/recent-deals';
import { SEED_DECISION } from '#db/seed/rounds';
import { SEED_USERS, type SeedUser } from '#db/seed/users';
import { transaction } from '#db/transaction';
import { addDays, DAY_MS } from '~/domain/date/calendar-day';
import { createDeal } from '~/domain/deal/create.server';
import { computeMeetingDueAt } from '~/domain/deal/meeting-due';
import { DealInput } from '~/domain/deal/schema';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { buildStages } from '~/domain/stage/stages.server';
import { createUser } from '~/domain/user/create.server';
import { addDemoOutcome, addDemoRound } from './demo-rounds.server';
import { parseInput } from './errors';

export async function createDemoData(): Promise<void> {
  const now = Date.now();
  const users = await Promise.all(SEED_USERS.map(addSeedUser));
  const people = new Map(users.map(({ key, user }) => [key, user]));
  for (const deal of [...FIRST_DEALS, ...RECENT_DEALS]) {
    const id = await addSeedDeal(people, deal, now);
    await backdateDeal(id, deal, now);
  }
}

async function addSeedDeal(
  people: Map<SeedUser['key'], User>,
  { owner, targetClosingInDays, evaluation, ...deal }: SeedDeal,
  now: number,
): Promise<number> {
  const { companyName } = deal;
  const viewer = people.get(owner)!;
  const today = new Date(now).toISOString().slice(0, 10);
  const targetClosingDate =
    targetClosingInDays === undefined ? undefined : addDays(today, targetClosingInDays);
  const isDecidedLater = companyName === SEED_DECISION.companyName;
  const stage = isDecidedLater ? undefined : deal.stage;
  const input = parseInput(DealInput, { ...deal, stage, targetClosingDate });
  const id = await createDeal(viewer, input);
  if (evaluation) await saveEvaluation(viewer, id, parseInput(EvaluationInput, evaluation));
  await addDemoRound(people, { id, companyName, viewer });
  await addDemoOutcome(viewer, { id, companyName });
  return id;
}

async function backdateDeal(
  id: number,
  { createdDaysAgo, updatedDaysAgo, meetingSetDaysAgo = updatedDaysAgo, ...deal }: SeedDeal,
  now: number,
): Promise<void> {
  const lists = await getOptionLists();
  const { first } = buildStages(lists);
  const nextMeetingSetAt = deal.nextMeetingDate ? new Date(now - meetingSetDaysAgo * DAY_MS) : null;
  const createdAt = new Date(now - createdDaysAgo * DAY_MS);
  const updatedAt = new Date(now - updatedDaysAgo * DAY_MS);
  const times = {
    nextMeetingSetAt,
    meetingDueAt: computeMeetingDueAt({ ...deal, nextMeetingSetAt }, lists),
    stageSince: deal.stage ? updatedAt : createdAt,
    way: deal.stage ? [[first.id, createdAt.getTime()] as StageHistoryEntry] : [],
    createdAt,
    updatedAt,
  };
  await transaction(async (tx) => {
    await tx.update(deals).set(times).where(eq(deals.id, id));
    await tx.update(decisions).set({ decidedAt: updatedAt }).where(eq(decisions.dealId, id));
  });
}

async function addSeedUser({ key, group, shown: _, ...newUser }: (typeof SEED_USERS)[number]) {
  const user = await createUser(newUser);
  const decidedAt = newUser.approvalStatus === 'rejected' ? new Date() : null;
  await transaction(async (tx) =>
    tx.update(users).set({ group, decidedAt }).where(eq(users.id, user.id)),
  );
  return { key, user };
}
