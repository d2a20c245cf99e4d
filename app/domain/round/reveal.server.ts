import { and, asc, count, desc, eq, inArray, lte, ne, not, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import {
  deals,
  type Evaluator,
  evaluators,
  type EvaluatorState,
  type Round,
  rounds,
  type Scorecard,
  scorecards,
  users,
  type Vote,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { type Criterion, CRITERION_KEYS } from '~/domain/evaluation/criteria';
import { getDisplayName } from '~/domain/person/names';
import { pick } from '~/domain/record';
import { personColumns } from '~/domain/user/columns.server';
import { isOpenRoundRow } from '~/domain/visibility.server';
import { getClosingTime, isOpenRound, isRevealedTo } from './state';

/**
 * Only this file reads scorecards. It loads those of others only for rounds that are revealed to
 * the reader, so that nothing built on it can tell more (rule 32.5).
 */

interface RoundEvaluator {
  id: string;
  name: string;
  email: string;
  state: EvaluatorState;
}

export interface RevealedScorecard extends Scorecard {
  evaluator: Omit<RoundEvaluator, 'state'>;
}

export interface RoundState extends Omit<Round, 'closedAt'> {
  closedAt: Date | null;
  isOpen: boolean;
  evaluators: RoundEvaluator[];
}

export interface VisibleRound extends RoundState {
  revealed: boolean;
  card: Scorecard | null;
  /** Scorecards that were submitted, in the order of the evaluators; null until revealed. */
  cards: RevealedScorecard[] | null;
  recusals: { id: string; name: string; reason: string }[] | null;
}

/** Returns the round that matches, with what this reader may see of it. */
export async function readRound(
  viewer: Pick<Viewer, 'id'>,
  where: SQL | undefined,
  tx: Db = db,
): Promise<VisibleRound | undefined> {
  const [round] = await tx.select().from(rounds).where(where);
  if (!round) return undefined;
  const asked = (await listEvaluators(tx, [round.id])).get(round.id) ?? [];
  const revealed = isRevealedTo(viewer.id, round, asked);
  const cards = await listScorecards(tx, viewer, round, revealed);
  const submitted = asked.filter(({ state }) => state === 'submitted');
  const recused = asked.filter(({ state }) => state === 'recused');
  return {
    ...toRoundState(round, asked),
    revealed,
    card: cards.find(({ userId }) => userId === viewer.id) ?? null,
    cards: revealed
      ? submitted.flatMap(({ userId: id, name, email }) => {
          const card = cards.find(({ userId }) => userId === id);
          return card ? [{ ...card, evaluator: { id, name, email } }] : [];
        })
      : null,
    recusals: revealed
      ? recused.map(({ userId: id, name, reason }) => ({ id, name, reason: reason ?? '' }))
      : null,
  };
}

export async function readRoundStates(where: SQL | undefined): Promise<RoundState[]> {
  const found = await db.select().from(rounds).where(where).orderBy(desc(rounds.id));
  const people = await listEvaluators(
    db,
    found.map(({ id }) => id),
  );
  return found.map((round) => toRoundState(round, people.get(round.id) ?? []));
}

function toRoundState(round: Round, asked: Evaluator[]): RoundState {
  return {
    ...round,
    closedAt: getClosingTime(round),
    isOpen: isOpenRound(round),
    evaluators: asked.map(({ userId, name, email, state }) => ({ id: userId, name, email, state })),
  };
}

interface ClosedScores extends Pick<Scorecard, Criterion | 'roundId' | 'userId'> {
  name: string;
}

/** Lists evaluators by round, with their present names and emails. */
export async function listEvaluators(tx: Db, roundIds: number[]) {
  const rows = await tx
    .select({ evaluator: evaluators, user: personColumns })
    .from(evaluators)
    .leftJoin(users, eq(users.id, evaluators.userId))
    .where(inArray(evaluators.roundId, roundIds))
    .orderBy(asc(evaluators.roundId), asc(evaluators.name), asc(evaluators.userId));
  const people = new Map<number, Evaluator[]>();
  for (const { evaluator, user } of rows) {
    const named = user
      ? { ...evaluator, name: getDisplayName(user), email: user.email }
      : evaluator;
    people.set(named.roundId, [...(people.get(named.roundId) ?? []), named]);
  }
  return people;
}

async function listScorecards(
  tx: Db,
  { id }: Pick<Viewer, 'id'>,
  round: Round,
  revealed: boolean,
): Promise<Scorecard[]> {
  const isOwn = revealed ? undefined : eq(scorecards.userId, id);
  return tx
    .select()
    .from(scorecards)
    .where(and(eq(scorecards.roundId, round.id), isOwn));
}

export async function listAskedRounds(
  { id }: Pick<Viewer, 'id'>,
  { dealId, limit = -1 }: { dealId?: number; limit?: number } = {},
) {
  const isAsked = and(eq(evaluators.userId, id), ne(evaluators.state, 'recused'));
  const isOfDeal = dealId ? eq(rounds.dealId, dealId) : undefined;
  return db
    .select({
      id: rounds.id,
      dealId: rounds.dealId,
      companyName: deals.companyName,
      until: rounds.until,
      state: sql<Exclude<EvaluatorState, 'recused'>>`${evaluators.state}`,
    })
    .from(evaluators)
    .innerJoin(rounds, eq(rounds.id, evaluators.roundId))
    .innerJoin(deals, eq(deals.id, rounds.dealId))
    .where(and(isAsked, isOpenRoundRow(), isOfDeal))
    .orderBy(asc(rounds.until), asc(rounds.id))
    .limit(limit);
}
export type AskedRound = Awaited<ReturnType<typeof listAskedRounds>>[number];

/** Counts scorecards that are not submitted, of open rounds whose last day is `today` at most. */
export async function countDueScorecards(
  { id }: Pick<Viewer, 'id'>,
  today: string,
): Promise<number> {
  return cacheUntilCommit(`due scorecards ${id} ${today} ${getUtcToday()}`, async () => {
    const [row] = await db
      .select({ scorecards: count() })
      .from(evaluators)
      .innerJoin(rounds, eq(rounds.id, evaluators.roundId))
      .where(
        and(
          eq(evaluators.userId, id),
          inArray(evaluators.state, ['open', 'draft']),
          isOpenRoundRow(),
          lte(rounds.until, today),
        ),
      );
    return row?.scorecards ?? 0;
  });
}

const isClosed = () => not(isOpenRoundRow()!);

const isSubmitted = and(
  eq(evaluators.roundId, scorecards.roundId),
  eq(evaluators.userId, scorecards.userId),
  eq(evaluators.state, 'submitted'),
);

export async function listClosedRoundIds(limit: number, userId?: string): Promise<number[]> {
  const { roundId, userId: evaluatorId, state } = evaluators;
  const isOfPerson =
    userId === undefined
      ? undefined
      : inArray(
          rounds.id,
          db
            .select({ roundId })
            .from(evaluators)
            .where(and(eq(evaluatorId, userId), eq(state, 'submitted'))),
        );
  const rows = await db
    .select({ id: rounds.id })
    .from(rounds)
    .where(and(isClosed(), isOfPerson))
    .orderBy(desc(rounds.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Lists the scores of submitted scorecards of closed rounds, which all who see the deal may see. */
export async function listClosedScores(roundIds: number[]): Promise<ClosedScores[]> {
  const { roundId, userId, name } = evaluators;
  return db
    .select({ roundId, userId, name, ...pick(scorecards, CRITERION_KEYS) })
    .from(scorecards)
    .innerJoin(rounds, eq(rounds.id, scorecards.roundId))
    .innerJoin(evaluators, isSubmitted)
    .where(and(inArray(scorecards.roundId, roundIds), isClosed()));
}

export async function countClosedVotes(
  roundIds: number[],
): Promise<Map<number, Partial<Record<Vote, number>>>> {
  const closedRounds = await db
    .select({ id: rounds.id })
    .from(rounds)
    .where(and(inArray(rounds.id, roundIds), isClosed()));
  const rows = await db
    .select({ roundId: scorecards.roundId, vote: scorecards.vote, votes: count() })
    .from(scorecards)
    .innerJoin(rounds, eq(rounds.id, scorecards.roundId))
    .innerJoin(evaluators, isSubmitted)
    .where(and(inArray(scorecards.roundId, roundIds), isClosed()))
    .groupBy(scorecards.roundId, scorecards.vote);
  const byRound = new Map<number, Partial<Record<Vote, number>>>();
  for (const { id } of closedRounds) byRound.set(id, {});
  for (const { roundId, vote, votes } of rows)
    if (vote) byRound.set(roundId, { ...byRound.get(roundId), [vote]: votes });
  return byRound;
}
