import { and, asc, count, desc, eq, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import {
  deals,
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
import { getDisplayName } from '~/domain/person/names';
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

export interface RevealedCard extends Scorecard {
  evaluator: Omit<RoundEvaluator, 'state'>;
}

export interface VisibleRound extends Omit<Round, 'closedAt'> {
  /** Includes the end of a round that ended with its last day. */
  closedAt: Date | null;
  isOpen: boolean;
  evaluators: RoundEvaluator[];
  /** True if this reader may see scorecards of others. */
  revealed: boolean;
  /** Scorecard of the reader, in any state. */
  card: Scorecard | null;
  /** Scorecards that were submitted, in the order of the evaluators; null until revealed. */
  cards: RevealedCard[] | null;
  /** Reasons of those who recused themselves; null until revealed. */
  recusals: { id: string; name: string; reason: string }[] | null;
}

/** Returns the rounds that match, newest first, with what this reader may see of them. */
export async function readRounds(
  viewer: Pick<Viewer, 'id'>,
  where: SQL | undefined,
  { from = db, limit = -1, offset = 0 }: { from?: Db; limit?: number; offset?: number } = {},
): Promise<VisibleRound[]> {
  const found = await from
    .select()
    .from(rounds)
    .where(where)
    .orderBy(desc(rounds.id))
    .limit(limit)
    .offset(offset);
  const people = await listEvaluators(
    from,
    found.map(({ id }) => id),
  );
  const revealedIds = new Set(
    found
      .filter((round) => isRevealedTo(viewer.id, round, people.get(round.id) ?? []))
      .map(({ id }) => id),
  );
  const cards = await listCards(from, viewer, found, revealedIds);
  return found.map((round) => {
    const asked = people.get(round.id) ?? [];
    const revealed = revealedIds.has(round.id);
    const ofRound = cards.filter(({ roundId }) => roundId === round.id);
    const submitted = asked.filter(({ state }) => state === 'submitted');
    const recused = asked.filter(({ state }) => state === 'recused');
    return {
      ...round,
      closedAt: getClosingTime(round),
      isOpen: isOpenRound(round),
      evaluators: asked.map(({ userId, name, email, state }) => ({
        id: userId,
        name,
        email,
        state,
      })),
      revealed,
      card: ofRound.find(({ userId }) => userId === viewer.id) ?? null,
      cards: revealed
        ? submitted.flatMap(({ userId: id, name, email }) => {
            const card = ofRound.find(({ userId }) => userId === id);
            return card ? [{ ...card, evaluator: { id, name, email } }] : [];
          })
        : null,
      recusals: revealed
        ? recused.map(({ userId: id, name, reason }) => ({ id, name, reason: reason ?? '' }))
        : null,
    };
  });
}

async function listEvaluators(from: Db, roundIds: number[]) {
  const rows = await from
    .select({ evaluator: evaluators, user: personColumns })
    .from(evaluators)
    .leftJoin(users, eq(users.id, evaluators.userId))
    .where(inArray(evaluators.roundId, roundIds))
    .orderBy(asc(evaluators.roundId), asc(evaluators.name), asc(evaluators.userId));
  const people = new Map<number, (typeof evaluators.$inferSelect)[]>();
  for (const { evaluator, user } of rows) {
    const named = user
      ? { ...evaluator, name: getDisplayName(user), email: user.email }
      : evaluator;
    people.set(named.roundId, [...(people.get(named.roundId) ?? []), named]);
  }
  return people;
}

async function listCards(
  from: Db,
  { id }: Pick<Viewer, 'id'>,
  found: Round[],
  revealedIds: Set<number>,
): Promise<Scorecard[]> {
  const isOfRounds = inArray(
    scorecards.roundId,
    found.map((round) => round.id),
  );
  const isOwn = eq(scorecards.userId, id);
  return from
    .select()
    .from(scorecards)
    .where(and(isOfRounds, or(isOwn, inArray(scorecards.roundId, [...revealedIds]))));
}

/** Lists open rounds that ask the viewer, with the state of their own scorecard; soonest first. */
export async function listAskedRounds(
  { id }: Pick<Viewer, 'id'>,
  { dealId, limit = -1 }: { dealId?: number; limit?: number } = {},
) {
  const isAsked = and(eq(evaluators.userId, id), ne(evaluators.state, 'recused'));
  const isOfDeal = dealId ? eq(rounds.dealId, dealId) : undefined;
  return db
    .select({
      dealId: rounds.dealId,
      companyName: deals.companyName,
      until: rounds.until,
      state: evaluators.state,
    })
    .from(evaluators)
    .innerJoin(rounds, eq(rounds.id, evaluators.roundId))
    .innerJoin(deals, eq(deals.id, rounds.dealId))
    .where(and(isAsked, isOpenRoundRow(), isOfDeal))
    .orderBy(asc(rounds.until), asc(rounds.id))
    .limit(limit);
}
export type AskedRound = Awaited<ReturnType<typeof listAskedRounds>>[number];

/** Selects submitted scorecards of the latest closed rounds, which all who see the deal may see. */
export function selectClosedCards(maxRounds: number): SQL {
  return sql`select c.*, e.name from scorecards c
    join round_evaluators e on e.round_id = c.round_id and e.user_id = c.user_id
    where e.state = 'submitted' and c.round_id in (
      select id from rounds where ${isClosed()} order by id desc limit ${maxRounds}
    )`;
}

const isClosed = () => not(isOpenRoundRow()!);

/** Counts the votes of rounds that are closed, by round. */
export async function countClosedVotes(
  roundIds: number[],
): Promise<Map<number, Partial<Record<Vote, number>>>> {
  const isSubmitted = and(
    eq(evaluators.roundId, scorecards.roundId),
    eq(evaluators.userId, scorecards.userId),
    eq(evaluators.state, 'submitted'),
  );
  const rows = await db
    .select({ roundId: scorecards.roundId, vote: scorecards.vote, votes: count() })
    .from(scorecards)
    .innerJoin(rounds, eq(rounds.id, scorecards.roundId))
    .innerJoin(evaluators, isSubmitted)
    .where(and(inArray(scorecards.roundId, roundIds), isClosed()))
    .groupBy(scorecards.roundId, scorecards.vote);
  const byRound = new Map<number, Partial<Record<Vote, number>>>();
  for (const { roundId, vote, votes } of rows)
    if (vote) byRound.set(roundId, { ...byRound.get(roundId), [vote]: votes });
  return byRound;
}
