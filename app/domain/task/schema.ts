import { z } from 'zod';
import { CalendarDay } from '~/domain/date/schema';
import { applyDefaults, buildRecord } from '~/domain/record';
import { clearable, lineSchema } from '~/domain/text/schema';
import { MAX_TASK_TITLE_LENGTH } from './limits';

const INVALID_TIME = 'Please enter a time as HH:MM';

export const MAX_TASKS_PER_DEAL = 1_000;

const shape = {
  title: lineSchema(MAX_TASK_TITLE_LENGTH, 'Please enter what to do'),
  dueOn: clearable(CalendarDay),
  dueAt: clearable(
    z.string(INVALID_TIME).regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, INVALID_TIME),
  ).describe("The time in the person's time zone. Requires `dueOn`."),
  done: z.boolean('Please send true or false').optional(),
};

const person = z.string('Please choose someone who can see this deal').max(100);

export const TaskInput = z.object({ ...shape, userId: clearable(person) });

export type TaskInput = z.output<typeof TaskInput>;

export const TaskChanges = z
  .object({
    ...shape,
    userId: person.optional(),
    waived: z
      .boolean('Please send true or false')
      .describe('Gives a condition of a decision up, which also completes the task.'),
  })
  .partial();

export type TaskChanges = z.output<typeof TaskChanges>;

const DETAILS = z.object(shape).omit({ title: true, done: true }).keyof().options;

const EMPTY_DETAILS = buildRecord(DETAILS, () => null);

export const EMPTY_TASK = {
  ...EMPTY_DETAILS,
  done: false,
  decisionId: null,
  waived: null,
} as const;

export const TASK_KEYS = [
  'title',
  'userId',
  'person',
  ...DETAILS,
  'done',
  'decisionId',
  'waived',
] as const;

export const addToDealOption = (userId: string) => `${ADD_PREFIX}${userId}`;
const ADD_PREFIX = 'add:';

/** Omits `done`, which a form sends only if its box is ticked. An empty control clears. */
export const TaskFormInput = TaskInput.omit({ done: true }).transform(({ userId, ...task }) => {
  const addsToDeal = userId?.startsWith(ADD_PREFIX) ?? false;
  const person = addsToDeal ? userId!.slice(ADD_PREFIX.length) : userId;
  return { ...applyDefaults(task, EMPTY_DETAILS), userId: person, addsToDeal };
});

export const TASK_EDIT_KEYS = TaskInput.omit({ userId: true, done: true }).keyof().options;

export const TASK_FORM_FIELDS = {
  text: [...TaskInput.keyof().options, 'seen', 'intent', 'back'],
} as const;
