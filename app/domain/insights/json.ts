import { z } from 'zod';
import type { Insights } from './get.server';
import { GROUPINGS } from './groups';

const deals = z.int().nonnegative();

export const InsightsAnswer = z.object({
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

export function toInsightsJson({ by, deals, groups }: Insights): z.output<typeof InsightsAnswer> {
  return { by, deals, groups };
}
