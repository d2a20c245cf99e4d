import { z } from 'zod';
import { getDisplayName } from '~/domain/person/names';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import type { ListedDecision } from './list.server';

const text = z.string().nullable();

export const DecisionAnswer = z.object({
  id: z.int().positive(),
  stage: z.string(),
  kind: z.enum(STAGE_KINDS),
  reason: text,
  text,
  lookAgainOn: z.iso.date().nullable(),
  score: z.number().min(0).max(10).nullable().describe('The score of the deal at the time.'),
  decidedBy: z
    .object({ id: text, name: z.string(), email: text })
    .describe('The user who made the decision. For a deleted user, only the name.'),
  decidedAt: z.iso.datetime(),
});
export type DecisionAnswer = z.output<typeof DecisionAnswer>;

export function toDecisionJson({ decision, stage, reason, user }: ListedDecision): DecisionAnswer {
  const { id, kind, text, lookAgainOn, score, decidedById, decidedByName, decidedAt } = decision;
  return {
    id,
    stage,
    kind,
    reason,
    text,
    lookAgainOn,
    score,
    decidedBy: user
      ? { id: decidedById, name: getDisplayName(user), email: user.email }
      : { id: null, name: decidedByName, email: null },
    decidedAt: decidedAt.toISOString(),
  };
}
