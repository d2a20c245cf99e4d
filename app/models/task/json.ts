import { z } from 'zod';
import { pick } from '~/models/record';
import type { ListedTask, OwnTask } from './tasks.server';

const id = z.int().positive();

export const TaskAnswer = z.object({
  id,
  pipelineId: id,
  title: z.string(),
  userId: z.string().describe('Whose it is.'),
  userName: z.string().nullable().describe('Null once they are deleted.'),
  dueOn: z.iso.date().nullable(),
  dueAt: z.string().nullable().describe("HH:MM in the person's time zone."),
  done: z.boolean(),
});
export type TaskAnswer = z.output<typeof TaskAnswer>;

export const OwnTaskAnswer = z.object({ ...TaskAnswer.shape, companyName: z.string() });
export type OwnTaskAnswer = z.output<typeof OwnTaskAnswer>;

export function taskJson(task: ListedTask): TaskAnswer {
  return pick(task, TaskAnswer.keyof().options);
}

export function ownTaskJson(task: OwnTask): OwnTaskAnswer {
  return { ...taskJson(task), companyName: task.companyName };
}
