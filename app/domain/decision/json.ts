import { z } from 'zod';
import { getDisplayName } from '~/domain/person/names';
import { pick } from '~/domain/record';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import type { ListedDecision } from './list.server';
import { OUTCOMES } from './outcomes';

const text = z.string().nullable();
const id = z.int().positive();

const ConditionAnswer = z.object({
  id: id.describe('The id of the task.'),
  text: z.string(),
  userId: z.string().describe('The user id of the person who sees to it.'),
  userName: text.describe('The name of that person; null if they have been deleted.'),
  dueOn: z.iso.date().nullable(),
  done: z.boolean().describe('Whether the condition is met or waived.'),
  waived: z.boolean(),
});

export const DecisionAnswer = z.object({
  id,
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
  roundId: id
    .nullable()
    .describe('The round that the decision names, unless a split took it to another deal.'),
  memoId: id
    .nullable()
    .describe('The frozen memo that the decision names, unless a split took it to another deal.'),
  conditions: z.array(ConditionAnswer).describe('What has to happen yet, or has happened.'),
  outcome: z.enum(OUTCOMES).nullable().describe('What became of the company, as far as known.'),
  outcomeNote: text,
});
export type DecisionAnswer = z.output<typeof DecisionAnswer>;

export function toDecisionJson(listed: ListedDecision): DecisionAnswer {
  const { decision, stage, reason, user } = listed;
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
    roundId: listed.roundId,
    memoId: listed.memoId,
    conditions: listed.conditions.map((condition) =>
      pick(condition, ConditionAnswer.keyof().options),
    ),
    outcome: decision.outcome,
    outcomeNote: decision.outcomeNote,
  };
}
