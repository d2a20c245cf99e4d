import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { TASK_FORM_ROUTES, TaskLine } from '~/ui/task/task-list';
import { loadOwnTasksView } from '~/ui/task/task-view.server';

export const meta = createTitleMeta('Your tasks');

export { shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadOwnTasksView(viewer, readLocale(request));
}

export default function OwnTasks() {
  const { tasks, hasMore } = useLoaderData<typeof loader>();
  usePrefetchedRoutes(TASK_FORM_ROUTES);
  return (
    <AppLayout>
      <div id="tasks" className="mx-auto grid max-w-[800px] grid-cols-1 gap-4 break-words">
        <h1>Your tasks</h1>
        {hasMore && (
          <p>
            These are the first {tasks.length}. Others follow as soon as some of these are done.
          </p>
        )}
        {tasks.length > 0 ? (
          <ul className="card ruled">
            {tasks.map(({ task, company }) => (
              <TaskLine key={task.id} task={task} company={company} back="/tasks" />
            ))}
          </ul>
        ) : (
          <div className="card text-center">
            <p className="text-title font-semibold">Nothing to do</p>
            <p className="mx-auto mt-1 max-w-[56ch] text-ink-muted">
              You add tasks on the page of a deal. Your own are listed here, soonest first, as long
              as you can see the deal.
            </p>
            <p className="mt-4">
              <Link to="/" className="btn">
                Go to the deals
              </Link>
            </p>
          </div>
        )}
      </div>
    </AppLayout>
  );
}
