import { db } from '#db/client';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { peopleWhoSee } from '~/models/member/store.server';
import { taskDue } from '~/models/task/schema';
import { type ListedTask, listTasks, ownTasks } from '~/models/task/tasks.server';
import { displayName } from '~/models/text';

/** Tasks that the deal's page shows of what is to be done and of what is done. */
const SHOWN = 10;

/** The tasks of a deal and what the form to add one needs. Throws 404. */
export async function tasksView(viewer: Viewer, id: number, locale: Locale, limit = SHOWN) {
  const tasks = await listTasks(viewer, id);
  const people = await peopleWhoSee(id, db);
  const sees = new Set(people.map((person) => person.id));
  const viewOf = (task: ListedTask) => ({
    ...taskView(task, locale),
    who: task.userId === viewer.id ? undefined : nameOf(task, sees.has(task.userId)),
  });
  const open = tasks.filter(({ done }) => !done);
  const done = tasks.filter((task) => task.done);
  return {
    pipelineId: id,
    open: open.slice(0, limit).map(viewOf),
    done: done.slice(0, limit).map(viewOf),
    more: Math.max(0, open.length - limit) + Math.max(0, done.length - limit),
    total: tasks.length,
    people: choicesOf(viewer, people),
  };
}
export type TasksView = Awaited<ReturnType<typeof tasksView>>;
export type TaskView = TasksView['open'][number];

/** People who can get a task: everybody who sees the deal, and the person who has it now. */
export async function taskChoices(viewer: Viewer, task: ListedTask) {
  const { pipelineId, userId, userName, person } = task;
  const choices = choicesOf(viewer, await peopleWhoSee(pipelineId, db));
  const isOffered = userId === viewer.id || choices.some(({ value }) => value === userId);
  return isOffered ? choices : [...choices, { value: userId, label: userName ?? person }];
}

function choicesOf({ id }: Viewer, people: Awaited<ReturnType<typeof peopleWhoSee>>) {
  const colleagues = people.filter((person) => person.id !== id);
  return colleagues.map((person) => ({ value: person.id, label: displayName(person) }));
}

/** A person who no longer sees the deal is named with a note. */
function nameOf({ userName, person }: ListedTask, sees: boolean): string {
  const name = userName ?? person;
  return sees ? name : `${name}, who can no longer see this deal`;
}

function taskView({ id, pipelineId, title, dueOn, dueAt, done }: ListedTask, locale: Locale) {
  const due = done ? undefined : taskDue({ dueOn, dueAt }, locale);
  return { id, pipelineId, title, done, due: due?.text, isOverdue: due?.isOverdue ?? false };
}

/** The viewer's own tasks with the names of their deals. */
export async function ownTasksView(viewer: Viewer, locale: Locale) {
  const tasks = await ownTasks(viewer);
  return tasks.map((task) => ({
    task: { ...taskView(task, locale), who: undefined },
    company: task.companyName,
  }));
}
