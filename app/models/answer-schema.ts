import { z } from 'zod';
import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { fieldsOf } from '~/models/evaluation/schema';
import { FIELD_LABELS } from '~/models/pipeline/fields';
import { GROUPS } from '~/models/user/fields';

/**
 * What the API answers: `json.ts` is typed by these, `openapi.server.ts` publishes them, and the tests hold
 * every answer against them.
 */

const text = z.string().nullable();
const moment = z.iso.datetime();
const score = (lowest: number) => z.number().min(lowest).max(10).nullable();

/** The body of every refusal. */
export const RefusalAnswer = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('One for each wrong field; path names it, an entry of a list by its place.')
    .optional(),
  id: z.string().describe('Names the request in the server’s log; with 500 only.').optional(),
});
export type RefusalAnswer = z.output<typeof RefusalAnswer>;

export const MessageAnswer = z.object({ message: z.string() });

export const UserAnswer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: text,
  lastName: text,
  profileImageUrl: text,
  isAdmin: z.boolean().describe('Treated as role admin.'),
  role: z.enum(['user', 'manager', 'admin']),
  approvalStatus: z.enum(['pending', 'approved', 'rejected']),
  group: z.enum(GROUPS),
  createdAt: moment,
  updatedAt: moment,
});
export type UserAnswer = z.output<typeof UserAnswer>;

/** Who owns deals, for the filter (rule 2.11). */
export const OwnerAnswer = z.object({ id: z.string(), firstName: text, email: z.string() });
export type OwnerAnswer = z.output<typeof OwnerAnswer>;

export const PipelineAnswer = z.object({
  id: z.int().positive(),
  userId: z.string().describe('The owner.'),
  user: z.object({ firstName: text, email: z.string() }),
  companyName: z.string(),
  ceoName: text,
  cooName: text.describe(FIELD_LABELS.cooName),
  cfoName: text.describe(FIELD_LABELS.cfoName),
  group: z.enum(GROUPS).describe("The owner's."),
  industries: z.array(z.string()),
  businessIntroduction: text.describe(FIELD_LABELS.businessIntroduction),
  keyBusinessNumbers: text.describe(FIELD_LABELS.keyBusinessNumbers),
  fundingRound: text,
  targetFundingSize: text,
  targetClosingDate: z.iso.date().nullable(),
  evaluationScore: score(0),
  nextMeetingDate: text,
  comments: text,
  createdAt: moment,
  updatedAt: moment,
});
export type PipelineAnswer = z.output<typeof PipelineAnswer>;

export const EvaluationAnswer = z.object({
  pipelineId: z.int().positive(),
  ...fieldsOf(
    CRITERIA.map(({ key }) => key),
    score(1),
  ),
  ...fieldsOf(NOTES, text),
  overallScore: z
    .number()
    .min(1)
    .max(10)
    .describe('The mean of all 26, an empty one counting as 5; computed by the server.'),
  createdAt: moment,
  updatedAt: moment,
});
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>;

export const LoginAnswer = z.object({ user: UserAnswer });
export const SignupAnswer = z.object({ user: UserAnswer, requiresApproval: z.boolean() });
