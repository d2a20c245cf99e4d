import { z } from 'zod';
import { pick } from '~/domain/record';
import type { ListedTask, OwnTask } from './list.server';

const id = z.int().positive();

export const TaskAnswer = z.object({
  id,
  pipelineId: id,
  title: z.string(),
  userId: z.string().describe('The user id of the person who is to do the task.'),
  userName: z
    .string()
    .nullable()
    .describe('The name of that person; null if they have been deleted.'),
  dueOn: z.iso.date().nullable(),
  dueAt: z.string().nullable().describe("The time as HH:MM, in the person's time zone."),
  done: z.boolean(),
  condition: z.boolean().describe('Whether the task is a condition of a decision.'),
  waived: z.boolean().describe('Whether the condition was given up instead of met.'),
});
const STORED_KEYS = TaskAnswer.omit({ pipelineId: true, condition: true, waived: true }).keyof()
  .options;
export type TaskAnswer = z.output<typeof TaskAnswer>;

export const OwnTaskAnswer = z.object({ ...TaskAnswer.shape, companyName: z.string() });
export type OwnTaskAnswer = z.output<typeof OwnTaskAnswer>;

export function toTaskJson(task: ListedTask): TaskAnswer {
  const { decisionId, waived } = task;
  return {
    pipelineId: task.dealId,
    ...pick(task, STORED_KEYS),
    condition: decisionId !== null,
    waived: waived ?? false,
  };
}

export function toOwnTaskJson(task: OwnTask): OwnTaskAnswer {
  return { ...toTaskJson(task), companyName: task.companyName };
}
