import { z } from 'zod';
import { GROUPINGS } from './groups';
import type { Insights } from './insights.server';

const deals = z.int().nonnegative();

export const InsightsAnswer = z.object({
  by: z.enum(GROUPINGS),
  deals: deals.describe('From how many deals the figures are.'),
  groups: z.array(
    z.object({
      name: z
        .string()
        .nullable()
        .describe(
          'The month of creation as YYYY-MM, an industry or a source (null for none), or the owner.',
        ),
      deals,
      reached: z
        .record(z.string(), deals)
        .describe('By stage: deals that stood in it, or in a later one of the kind open or won.'),
      medianDays: z
        .record(z.string(), z.number().nullable())
        .describe(
          'By stage: the median of full days of all stays, of those that go on until today.',
        ),
    }),
  ),
});

export function insightsJson({ by, deals, groups }: Insights): z.output<typeof InsightsAnswer> {
  return { by, deals, groups };
}
