import type { Viewer } from '~/domain/access';
import { listAddableUsers, listUsersWhoSeeDeal } from '~/domain/collaborator/access.server';
import { getLocalDay } from '~/domain/date/time-zone';
import type { ReadableDeal } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { type ListedTask, listOwnTasks, listTasks } from '~/domain/task/list.server';
import { getTaskPeriod } from '~/domain/task/period';
import { addToDealOption } from '~/domain/task/schema';
import type { Locale } from '~/format/locale';
import { describeTaskDue } from '~/format/task-due';

const MAX_SHOWN_TASKS = 10;
const TASKS_PER_PAGE = 100;
export const MAX_OWN_TASKS = 500;

type OpenedDeal = Pick<ReadableDeal, 'id' | 'canEdit'>;

export async function loadTasksView(viewer: Viewer, deal: OpenedDeal, locale: Locale) {
  const tasks = await listTasks(viewer, deal.id);
  const openTasks = tasks.filter(({ done }) => !done);
  const open = openTasks.slice(0, MAX_SHOWN_TASKS);
  const done = tasks.filter((task) => task.done).slice(0, MAX_SHOWN_TASKS);
  const shown = await loadShownTasks(viewer, deal, locale, [...open, ...done]);
  return {
    ...shown,
    more: tasks.length - open.length - done.length,
    total: tasks.length,
    openTotal: openTasks.length,
  };
}

export async function loadTasksPage(
  viewer: Viewer,
  deal: OpenedDeal,
  locale: Locale,
  page: number,
) {
  const tasks = await listTasks(viewer, deal.id);
  const pages = Math.max(1, Math.ceil(tasks.length / TASKS_PER_PAGE));
  const current = Math.min(page, pages);
  const start = (current - 1) * TASKS_PER_PAGE;
  const shown = await loadShownTasks(
    viewer,
    deal,
    locale,
    tasks.slice(start, start + TASKS_PER_PAGE),
  );
  const view = { ...shown, more: 0, total: tasks.length };
  return { view, page: current, pages };
}

async function loadShownTasks(
  viewer: Viewer,
  { id, canEdit }: OpenedDeal,
  locale: Locale,
  tasks: ListedTask[],
) {
  const people = await listUsersWhoSeeDeal(id);
  const readerIds = new Set(people.map((person) => person.id));
  const toView = (task: ListedTask) => {
    const isOwn = task.userId === viewer.id;
    return toTaskView(
      task,
      locale,
      isOwn ? undefined : getAssigneeName(task, readerIds.has(task.userId)),
    );
  };
  return {
    dealId: id,
    canEdit,
    open: tasks.filter(({ done }) => !done).map(toView),
    done: tasks.filter(({ done }) => done).map(toView),
    people: toAssigneeChoices(viewer, people),
    addable: canEdit ? await listAddableAssignees(viewer, id) : [],
  };
}
export type TasksView = Awaited<ReturnType<typeof loadTasksView>>;
export type TaskView = TasksView['open'][number];

export async function listTaskAssignees(viewer: Viewer, task: ListedTask) {
  const { dealId, userId, userName, person } = task;
  const choices = toAssigneeChoices(viewer, await listUsersWhoSeeDeal(dealId));
  const isOffered = userId === viewer.id || choices.some(({ value }) => value === userId);
  return isOffered ? choices : [...choices, { value: userId, label: userName ?? person }];
}

export async function listAssignees(viewer: Viewer, dealId: number) {
  return toAssigneeChoices(viewer, await listUsersWhoSeeDeal(dealId));
}

export async function listAddableAssignees(viewer: Viewer, dealId: number) {
  const addable = await listAddableUsers(viewer, dealId);
  return addable.map((user) => ({
    value: addToDealOption(user.id),
    label: `Add ${getDisplayName(user)} to this deal`,
  }));
}

function toAssigneeChoices(
  { id }: Viewer,
  people: Awaited<ReturnType<typeof listUsersWhoSeeDeal>>,
) {
  const colleagues = people.filter((person) => person.id !== id);
  return colleagues.map((person) => ({ value: person.id, label: getDisplayName(person) }));
}

function getAssigneeName({ userName, person }: ListedTask, canSeeDeal: boolean): string {
  const name = userName ?? person;
  return canSeeDeal ? name : `${name}, who can no longer see this deal`;
}

interface TaskDetail {
  text: string;
  isOverdue?: boolean;
}

function toTaskView(task: ListedTask, locale: Locale, assignee?: string) {
  const { id, dealId, title, dueOn, dueAt, done } = task;
  const details: (TaskDetail | undefined)[] = [
    getConditionTag(task),
    done ? undefined : describeTaskDue({ dueOn, dueAt }, locale),
    assignee ? { text: assignee } : undefined,
  ];
  return { id, dealId, title, done, details: details.filter((detail) => detail !== undefined) };
}

function getConditionTag({ decisionId, waived }: ListedTask): TaskDetail | undefined {
  if (waived) return { text: 'Waived' };
  return decisionId === null ? undefined : { text: 'Condition' };
}

export async function loadOwnTasksView(viewer: Viewer, locale: Locale) {
  const today = getLocalDay(new Date(), locale.timeZone);
  const tasks = await listOwnTasks(viewer, { limit: MAX_OWN_TASKS + 1 });
  return {
    tasks: tasks.slice(0, MAX_OWN_TASKS).map((task) => ({
      task: toTaskView(task, locale),
      company: task.companyName,
      period: getTaskPeriod(task.dueOn, today),
    })),
    hasMore: tasks.length > MAX_OWN_TASKS,
  };
}
