import { getLocalDay, toMoment } from '~/domain/date/time-zone';
import { addUnsubscribeHeaders, composeMail, type Mail } from '~/domain/mail/compose.server';
import { sendDueMails, type Subscriber } from '~/domain/mail/scheduled.server';
import { listOwnTasks, type OwnTask } from '~/domain/task/list.server';
import { appUrl } from '~/env.server';
import { formatDay } from '~/format/date';
import { describeTaskDue } from '~/format/task-due';

/** Mails tasks on their day at 8:00 in the recipient's time zone. */

const MAIL_TIME = '08:00';
const MAX_LISTED_TASKS = 50;

export async function sendDueTaskMails(now = new Date()): Promise<void> {
  await sendDueMails(
    {
      enabledSinceColumn: 'taskMailSince',
      sentAtColumn: 'taskMailedAt',
      failureMessage: 'Tasks were not mailed',
      findDueTime: getDueTime,
      compose: composeTaskMail,
    },
    now,
  );
}

function getDueTime(timeZone: string, now: Date): Date | undefined {
  const due = toMoment(getLocalDay(now, timeZone), MAIL_TIME, timeZone);
  return now >= due ? due : undefined;
}

/** Returns undefined on a day without a task; overdue tasks alone send no mail. */
async function composeTaskMail({ user, locale, unsubscribeUrl }: Subscriber, now: Date) {
  const today = getLocalDay(now, locale.timeZone);
  const tasks = await listOwnTasks(user, { until: today });
  const due = tasks.filter(({ dueOn }) => dueOn === today);
  if (!due.length) return undefined;
  const overdue = tasks.filter(({ dueOn }) => dueOn !== today);
  const url = `${unsubscribeUrl}?mail=tasks`;
  const mail: Mail = composeMail(
    user,
    `Your tasks of ${formatDay(today, locale)}`,
    formatTasks(due, ({ dueAt }) => dueAt),
    ...(overdue.length
      ? [`Overdue:\n\n${formatTasks(overdue, (task) => describeTaskDue(task, locale)!.text)}`]
      : []),
    `All your tasks:\n${appUrl}/tasks`,
    `You get this on days with a task because you asked for it under "Your account". To unsubscribe:\n${url}`,
  );
  return addUnsubscribeHeaders(mail, url);
}

function formatTasks(tasks: OwnTask[], formatDue: (task: OwnTask) => string | null): string {
  const lines = tasks.slice(0, MAX_LISTED_TASKS).map((task) => {
    const text = [task.title, task.companyName, formatDue(task)].filter(Boolean).join(', ');
    return `- ${text}\n  ${appUrl}/pipeline/${task.dealId}`;
  });
  const more = tasks.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n\n');
}
