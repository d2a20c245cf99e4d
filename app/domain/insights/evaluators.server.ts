import { inArray } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { users } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { getDisplayName } from '~/domain/person/names';
import { listClosedRoundIds, listClosedScores } from '~/domain/round/reveal.server';
import { computeSpread } from '~/domain/round/spread';
import { personColumns } from '~/domain/user/columns.server';
import { MIN_ROUNDS } from './groups';

const MAX_ROUNDS = 1_000;
const MAX_EVALUATORS = 500;
const MAX_CHUNK_ROUNDS = 5;

export interface EvaluatorInsight {
  id: string;
  name: string;
  rounds: number;
  /** Null below `MIN_ROUNDS`, as all figures. */
  figures: {
    /** Mean of score minus the round's median of that criterion, if others scored it as well. */
    meanOffset: number | null;
    lowest: number;
    highest: number;
    notAssessed: number;
  } | null;
}

/** Covers the viewer or, for staff, everybody by name. Counts closed rounds only. */
export async function getEvaluatorInsights(viewer: Viewer): Promise<EvaluatorInsight[]> {
  const today = getUtcToday();
  const reader = isStaff(viewer) ? 'everything' : viewer.id;
  return cacheUntilCommit(JSON.stringify(['evaluators', reader, today]), () =>
    computeEvaluators(isStaff(viewer) ? undefined : viewer.id),
  );
}

async function computeEvaluators(userId: string | undefined): Promise<EvaluatorInsight[]> {
  const tallies = new Map<string, EvaluatorTally>();
  const roundIds = await listClosedRoundIds(MAX_ROUNDS, userId);
  for await (const ids of iterateChunks(roundIds, MAX_CHUNK_ROUNDS)) {
    const cards = await listClosedScores(ids);
    for (const id of ids)
      addRound(
        tallies,
        cards.filter(({ roundId }) => roundId === id),
      );
  }
  const shown = userId === undefined ? [...tallies.keys()] : [userId];
  const insights = await nameEvaluators(
    shown.flatMap((id) => tallies.get(id) ?? []).slice(0, MAX_EVALUATORS),
  );
  return insights.sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

interface EvaluatorTally {
  id: string;
  storedName: string;
  rounds: number;
  criteria: number;
  assessed: number;
  lowest: number;
  highest: number;
  offsets: number;
  offsetSum: number;
}

type ScoredCard = Awaited<ReturnType<typeof listClosedScores>>[number];

function addRound(tallies: Map<string, EvaluatorTally>, cards: ScoredCard[]): void {
  const spread = computeSpread(cards);
  for (const [n, { userId, name }] of cards.entries()) {
    const tally = tallies.get(userId) ?? createTally(userId, name);
    tallies.set(userId, tally);
    tally.rounds++;
    for (const { scores, exactMedian, range } of spread) {
      const score = scores[n]!;
      tally.criteria++;
      if (score === null || exactMedian === null) continue;
      tally.assessed++;
      tally.lowest = Math.min(tally.lowest, score);
      tally.highest = Math.max(tally.highest, score);
      // Nobody else assessed it.
      if (range === null) continue;
      tally.offsets++;
      tally.offsetSum += score - exactMedian;
    }
  }
}

function createTally(id: string, storedName: string): EvaluatorTally {
  const counts = { rounds: 0, criteria: 0, assessed: 0, offsets: 0, offsetSum: 0 };
  return { id, storedName, ...counts, lowest: Infinity, highest: -Infinity };
}

async function nameEvaluators(tallies: EvaluatorTally[]): Promise<EvaluatorInsight[]> {
  const ids = tallies.map(({ id }) => id);
  const people = await db
    .select({ id: users.id, person: personColumns })
    .from(users)
    .where(inArray(users.id, ids));
  const names = new Map(people.map(({ id, person }) => [id, getDisplayName(person)]));
  return tallies.map((tally) => ({
    id: tally.id,
    name: names.get(tally.id) ?? tally.storedName,
    rounds: tally.rounds,
    figures: tally.rounds < MIN_ROUNDS ? null : toFigures(tally),
  }));
}

function toFigures(tally: EvaluatorTally): EvaluatorInsight['figures'] {
  const { lowest, highest, criteria, assessed, offsets, offsetSum } = tally;
  return {
    meanOffset: offsets ? offsetSum / offsets : null,
    lowest,
    highest,
    notAssessed: (criteria - assessed) / criteria,
  };
}
