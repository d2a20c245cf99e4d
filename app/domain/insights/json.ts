import { z } from 'zod';
import { OUTCOMES } from '~/domain/decision/outcomes';
import { buildRecord } from '~/domain/record';
import { VOTES } from '~/domain/round/votes';
import type { EvaluatorInsight } from './evaluators.server';
import type { Insights } from './get.server';
import { GROUPINGS, MAX_LISTED_DECISIONS, MIN_ROUNDS } from './groups';
import type { OutcomeInsights } from './outcomes.server';

const deals = z.int().nonnegative();

const StageInsightsAnswer = z.object({
  by: z.enum(GROUPINGS),
  deals: deals.describe('The number of deals that the figures cover.'),
  groups: z.array(
    z.object({
      name: z
        .string()
        .nullable()
        .describe(
          'The month of creation as YYYY-MM, the industry or source (null for none), or the owner.',
        ),
      deals,
      reached: z
        .record(z.string(), deals)
        .describe(
          'For each stage, the number of deals that were ever in it, or in a later stage of the kind open or won.',
        ),
      medianDays: z
        .record(z.string(), z.number().nullable())
        .describe(
          'For each stage, the median number of full days that deals stayed in it. A stay that has not ended counts until today.',
        ),
    }),
  ),
});

export function toInsightsJson({
  by,
  deals,
  groups,
}: Insights): z.output<typeof StageInsightsAnswer> {
  return { by, deals, groups };
}

const count = z.int().nonnegative();
const score = z.number().nullable();

const EvaluatorInsightsAnswer = z.object({
  by: z.literal('evaluator'),
  evaluators: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      rounds: count.describe('Closed rounds with a submitted scorecard of this person.'),
      tooEarly: z
        .boolean()
        .describe(`True below ${MIN_ROUNDS} rounds; the other figures are null then.`),
      meanOffset: score.describe("The mean of score minus the round's median."),
      lowest: score,
      highest: score,
      notAssessed: score.describe('The share of criteria not assessed, from 0 to 1.'),
    }),
  ),
});

const NO_FIGURES = { meanOffset: null, lowest: null, highest: null, notAssessed: null };

export function toEvaluatorInsightsJson(
  evaluators: EvaluatorInsight[],
): z.output<typeof EvaluatorInsightsAnswer> {
  return {
    by: 'evaluator',
    evaluators: evaluators.map(({ id, name, rounds, figures }) => ({
      id,
      name,
      rounds,
      tooEarly: figures === null,
      ...(figures ?? NO_FIGURES),
    })),
  };
}

const OutcomeInsightsAnswer = z.object({
  by: z.literal('outcome'),
  decisions: count.describe('The number of decisions that the groups cover.'),
  groups: z.array(
    z.object({
      outcome: z.enum(OUTCOMES).nullable(),
      decisions: count,
      meanScore: score.describe('The mean score of the deals when they were decided on.'),
    }),
  ),
  listed: z
    .array(
      z.object({
        id: count,
        pipelineId: count,
        companyName: z.string(),
        stage: z.string(),
        decidedAt: z.iso.datetime(),
        score,
        votes: z
          .object(buildRecord(VOTES, () => count))
          .nullable()
          .describe('The votes of the round that the decision names; null unless it is closed.'),
        outcome: z.enum(OUTCOMES),
        outcomeNote: z.string().nullable(),
      }),
    )
    .describe(`The latest ${MAX_LISTED_DECISIONS} decisions with an outcome.`),
});

export function toOutcomeInsightsJson({
  decisions,
  groups,
  listed,
}: OutcomeInsights): z.output<typeof OutcomeInsightsAnswer> {
  return {
    by: 'outcome',
    decisions,
    groups,
    listed: listed.map(({ dealId, decidedAt, votes, ...row }) => ({
      ...row,
      pipelineId: dealId,
      decidedAt: decidedAt.toISOString(),
      votes: votes && { ...NO_VOTES, ...votes },
    })),
  };
}

const NO_VOTES = buildRecord(VOTES, () => 0);

export const InsightsAnswer = z.union([
  StageInsightsAnswer,
  OutcomeInsightsAnswer,
  EvaluatorInsightsAnswer,
]);
