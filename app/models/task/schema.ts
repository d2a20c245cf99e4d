import { z } from 'zod';
import { CalendarDay } from '~/models/pipeline/schema';
import { clearable, line } from '~/models/text-schema';
import { daysBetween, formatDay, localDay, type Locale } from '~/models/dates';
import { counted } from '~/models/text';

const TIME = 'Please enter a time as HH:MM';
/** On one deal. */
export const MOST_TASKS = 1_000;

const shape = {
  title: line(200, 'Please enter what to do'),
  dueOn: clearable(CalendarDay),
  dueAt: clearable(z.string(TIME).regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, TIME)).describe(
    "The time in the person's time zone. Requires `dueOn`.",
  ),
  done: z.boolean('Please send true or false').optional(),
};
const person = z.string('Please choose someone who can see this deal').max(100);

/** A task of a deal (rule 25.7); without `userId` it is the caller's. */
export const TaskInput = z.object({ ...shape, userId: clearable(person) });
export type TaskInput = z.output<typeof TaskInput>;

/** A missing key stays, null clears; nobody is left without a person. */
export const TaskChanges = z.object({ ...shape, userId: person.optional() }).partial();
export type TaskChanges = z.output<typeof TaskChanges>;

export const TASK_KEYS = ['title', 'userId', 'person', 'dueOn', 'dueAt', 'done'] as const;

/** The form of a task. It sends `done` only if its box is ticked. */
export const TaskForm = TaskInput.omit({ done: true });
export const TASK_FORM = {
  text: ['title', 'userId', 'dueOn', 'dueAt', 'done', 'seen', 'intent', 'back'],
} as const;

/** When a task is due: 'Nov 25, 2026, 10:00', 'today' or '3 days overdue'; undefined without a day. */
export function taskDue(
  { dueOn, dueAt }: { dueOn: string | null; dueAt: string | null },
  locale: Locale,
) {
  if (!dueOn) return undefined;
  const days = daysBetween(localDay(new Date(), locale), dueOn);
  if (days < 0) return { text: `${counted(-days, 'day')} overdue`, isOverdue: true };
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(dueOn, locale);
  return { text: dueAt ? `${day}, ${dueAt}` : day, isOverdue: false };
}
