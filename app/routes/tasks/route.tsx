import { useLoaderData } from '@remix-run/react';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { AskedRounds } from '~/ui/round/asked-rounds';
import { TASK_FORM_ROUTES, TaskLine } from '~/ui/task/task-list';
import { AddTaskForm } from './add-task-form';
import type { loader } from './view.server';

export const meta = createTitleMeta('Your tasks');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

const PERIOD_TITLES = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  undated: 'Without a day',
} as const;

export default function OwnTasks() {
  const { tasks, hasMore, deals, asked } = useLoaderData<typeof loader>();
  usePrefetchedRoutes(TASK_FORM_ROUTES);
  const periods = Object.keys(PERIOD_TITLES) as (keyof typeof PERIOD_TITLES)[];
  return (
    <AppLayout>
      <div id="tasks" className="grid max-w-240 grid-cols-1 gap-4 break-words">
        <h1>Your tasks</h1>
        <AskedRounds {...asked} />
        {hasMore && (
          <p>These are the first {tasks.length}. The rest appear as you complete these.</p>
        )}
        {!tasks.length && !asked.rounds.length && (
          <div>
            <p className="font-semibold">Nothing to do</p>
            <p className="muted">
              Add a task below or on the page of a deal. Your own are listed here, soonest first, as
              long as you can see the deal.
            </p>
          </div>
        )}
        {periods.map((period) => {
          const due = tasks.filter((task) => task.period === period);
          return due.length ? (
            <section key={period} aria-labelledby={`due-${period}`}>
              <h2 id={`due-${period}`} className="mb-1">
                {PERIOD_TITLES[period]}{' '}
                <span className="font-normal text-ink-muted tabular">{due.length}</span>
              </h2>
              <ul className="card ruled py-1">
                {due.map(({ task, company }) => (
                  <TaskLine key={task.id} task={task} company={company} back="/tasks" canEdit />
                ))}
              </ul>
            </section>
          ) : null;
        })}
        <AddTaskForm deals={deals} />
      </div>
    </AppLayout>
  );
}
