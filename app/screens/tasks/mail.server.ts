import { appUrl } from '~/env.server';
import { formatDay, localDay, type Locale, momentOf } from '~/models/dates';
import { letter, type Mail, withUnsubscribe } from '~/models/mail/mail.server';
import { type Receiver, sendDueMails } from '~/models/mail/scheduled.server';
import { taskDue } from '~/models/task/schema';
import { type OwnTask, ownTasks } from '~/models/task/tasks.server';

/** One's tasks by mail on the day at 8:00, in the time zone of their person. */

const TIME = '08:00';
const MOST = 50;

/** Sends the mails that are due, each once, also if several processes do this. */
export async function sendDueTasks(now = new Date()): Promise<void> {
  await sendDueMails(
    {
      since: 'taskMailSince',
      mailedAt: 'taskMailedAt',
      failure: 'Tasks were not mailed',
      dueOn,
      compose,
    },
    now,
  );
}

function dueOn(locale: Locale, now: Date): Date | undefined {
  const due = momentOf(localDay(now, locale), TIME, locale);
  return now >= due ? due : undefined;
}

/** Undefined on a day without a task; what is overdue stands below. */
async function compose({ user, locale, unsubscribe }: Receiver, now: Date) {
  const today = localDay(now, locale);
  const tasks = await ownTasks(user, { until: today });
  const due = tasks.filter(({ dueOn }) => dueOn === today);
  if (!due.length) return undefined;
  const overdue = tasks.filter(({ dueOn }) => dueOn !== today);
  const end = `${unsubscribe}?mail=tasks`;
  const mail: Mail = letter(
    user,
    `Your tasks of ${formatDay(today, locale)}`,
    listOf(due, ({ dueAt }) => dueAt),
    ...(overdue.length
      ? [`Overdue:\n\n${listOf(overdue, (task) => taskDue(task, locale)!.text)}`]
      : []),
    `All your tasks:\n${appUrl}/tasks`,
    `You get this on days with a task because you asked for it under "Your account". To unsubscribe:\n${end}`,
  );
  return withUnsubscribe(mail, end);
}

function listOf(tasks: OwnTask[], when: (task: OwnTask) => string | null): string {
  const lines = tasks.slice(0, MOST).map((task) => {
    const text = [task.title, task.companyName, when(task)].filter(Boolean).join(', ');
    return `- ${text}\n  ${appUrl}/pipeline/${task.pipelineId}`;
  });
  const more = tasks.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n\n');
}
