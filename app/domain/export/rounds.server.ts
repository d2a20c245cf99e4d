import { and, desc, eq, inArray, not } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { deals, rounds } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { readRound, type RevealedScorecard, type VisibleRound } from '~/domain/round/reveal.server';
import { VOTE_LABELS } from '~/domain/round/votes';
import { sortByDealOrder } from '~/domain/sort-by-ids';
import { isOpenRoundRow } from '~/domain/visibility.server';
import { COMPANY_COLUMN, ROUND_HEADERS } from './columns';
import { makeSheet, makeTimeColumn, type Sheet, type SheetColumn } from './sheet';

const MAX_COUNTED_DEALS = 500;

interface EvaluatorRow {
  companyName: string;
  openedAt: Date;
  closedAt: Date | null;
  name: string;
  email: string;
}
interface CardRow extends EvaluatorRow {
  card: RevealedScorecard;
}
interface VoteRow extends EvaluatorRow {
  vote: string | null;
  reason: string | null;
}

const makeEvaluatorColumns = (timeZone: string): SheetColumn<EvaluatorRow>[] => [
  COMPANY_COLUMN,
  makeTimeColumn(ROUND_HEADERS.opened, ({ openedAt }) => openedAt, timeZone),
  makeTimeColumn(ROUND_HEADERS.closed, ({ closedAt }) => closedAt, timeZone),
  { header: ROUND_HEADERS.evaluator, width: 20, getCell: ({ name }) => name },
  { header: 'Email', width: 28, getCell: ({ email }) => email },
];

const makeCardColumns = (timeZone: string): SheetColumn<CardRow>[] => [
  ...makeEvaluatorColumns(timeZone),
  makeTimeColumn(ROUND_HEADERS.submitted, ({ card }) => card.submittedAt, timeZone),
  makeTimeColumn('Corrected', ({ card }) => card.correctedAt, timeZone),
  ...CRITERIA.map(({ key, label }) => ({
    header: label,
    width: 12,
    format: '0.0',
    getCell: ({ card }: CardRow) => card[key],
  })),
  ...CATEGORIES.map(({ title, notes }) => ({
    header: `${title} notes`,
    width: 40,
    getCell: ({ card }: CardRow) => card[notes],
  })),
];

const makeVoteColumns = (timeZone: string): SheetColumn<VoteRow>[] => [
  ...makeEvaluatorColumns(timeZone),
  { header: ROUND_HEADERS.vote, width: 24, getCell: ({ vote }) => vote },
  { header: ROUND_HEADERS.reason, width: 60, getCell: ({ reason }) => reason },
];

export function buildRoundSheets(
  viewer: Viewer,
  dealIds: number[],
  timeZone: string,
  tx: Db,
): Sheet[] {
  const listRounds = () => listClosedRounds(viewer, dealIds, tx);
  return [
    makeSheet('Scorecards', makeCardColumns(timeZone), listCardRows(listRounds())),
    makeSheet('Votes', makeVoteColumns(timeZone), listVoteRows(listRounds())),
  ];
}

/** Leaves out open rounds even for their evaluators, because workbooks are passed on. */
async function* listClosedRounds(
  viewer: Viewer,
  dealIds: number[],
  tx: Db,
): AsyncGenerator<VisibleRound> {
  const isClosed = not(isOpenRoundRow()!);
  for await (const dealChunk of iterateChunks(dealIds, MAX_COUNTED_DEALS)) {
    const found = await tx
      .select({ id: rounds.id, dealId: rounds.dealId, companyName: deals.companyName })
      .from(rounds)
      .innerJoin(deals, eq(deals.id, rounds.dealId))
      .where(and(inArray(rounds.dealId, dealChunk), isClosed))
      .orderBy(desc(rounds.id));
    // One at a time: a round has up to 30 scorecards with long notes.
    for (const { id, companyName } of sortByDealOrder(dealChunk, found, ({ dealId }) => dealId)) {
      const round = await readRound(viewer, and(eq(rounds.id, id), isClosed), tx);
      if (round) yield { ...round, companyName };
    }
  }
}

async function* listCardRows(closed: AsyncIterable<VisibleRound>): AsyncGenerator<CardRow> {
  for await (const { companyName, openedAt, closedAt, cards } of closed)
    for (const card of cards ?? []) {
      const { name, email } = card.evaluator;
      yield { companyName, openedAt, closedAt, name, email, card };
    }
}

async function* listVoteRows(closed: AsyncIterable<VisibleRound>): AsyncGenerator<VoteRow> {
  for await (const { companyName, openedAt, closedAt, cards, recusals, evaluators } of closed)
    for (const { id, name, email, state } of evaluators) {
      const card = cards?.find(({ evaluator }) => evaluator.id === id);
      const recusal = recusals?.find((recused) => recused.id === id);
      const given = card?.vote ? VOTE_LABELS[card.vote] : null;
      yield {
        companyName,
        openedAt,
        closedAt,
        name,
        email,
        vote: state === 'recused' ? 'Recused' : given,
        reason: card?.reason ?? recusal?.reason ?? null,
      };
    }
}
