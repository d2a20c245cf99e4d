import { z } from 'zod';
import type { Scorecard } from '#db/schema';
import { CRITERION_KEYS, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { buildRecord, pick } from '~/domain/record';
import type { RevealedScorecard, VisibleRound } from './reveal.server';
import { VOTES } from './votes';

const PersonAnswer = z.object({ id: z.string(), name: z.string(), email: z.string() });

const CardAnswer = z.object({
  scores: z
    .object(buildRecord(CRITERION_KEYS, () => z.number().min(1).max(10).nullable()))
    .describe('null is not assessed.'),
  notes: z.object(buildRecord(NOTES_KEYS, () => z.string().nullable())),
  vote: z.enum(VOTES).nullable(),
  reason: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  correctedAt: z.iso
    .datetime()
    .nullable()
    .describe('When it was last changed after it was submitted.'),
});

export const RoundAnswer = z.object({
  id: z.int().positive(),
  pipelineId: z.int().positive(),
  companyName: z.string().describe("The company's name when the round was opened."),
  openedBy: PersonAnswer,
  until: z.iso.date().describe('The last day, in UTC.'),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  evaluators: z.array(
    z.object({
      ...PersonAnswer.shape,
      state: z.enum(['open', 'draft', 'submitted', 'recused']),
    }),
  ),
  revealed: z
    .boolean()
    .describe('Whether the caller may see others: they have submitted, or the round is closed.'),
  card: CardAnswer.nullable().describe("The caller's own scorecard."),
  cards: z
    .array(z.object({ evaluator: PersonAnswer, ...CardAnswer.shape }))
    .nullable()
    .describe('The submitted scorecards; null until revealed.'),
  votes: z
    .object(buildRecord(VOTES, () => z.int().min(0)))
    .nullable()
    .describe('The number of each vote; null until revealed.'),
});
export type RoundAnswer = z.output<typeof RoundAnswer>;

export function toRoundJson(round: VisibleRound): RoundAnswer {
  const { id, dealId, companyName, until, evaluators, revealed, card, cards } = round;
  return {
    id,
    pipelineId: dealId,
    companyName,
    openedBy: { id: round.openedById, name: round.openedByName, email: round.openedByEmail },
    until,
    openedAt: round.openedAt.toISOString(),
    closedAt: round.closedAt?.toISOString() ?? null,
    evaluators,
    revealed,
    card: card && toCardJson(card),
    cards:
      cards?.map((submitted) => ({
        evaluator: submitted.evaluator,
        ...toCardJson(submitted),
      })) ?? null,
    votes: cards && countVotes(cards),
  };
}

function toCardJson(card: Scorecard): z.output<typeof CardAnswer> {
  return {
    scores: pick(card, CRITERION_KEYS),
    notes: pick(card, NOTES_KEYS),
    vote: card.vote,
    reason: card.reason,
    submittedAt: card.submittedAt?.toISOString() ?? null,
    correctedAt: card.correctedAt?.toISOString() ?? null,
  };
}

function countVotes(cards: Pick<RevealedScorecard, 'vote'>[]) {
  return buildRecord(VOTES, (vote) => cards.filter((card) => card.vote === vote).length);
}
