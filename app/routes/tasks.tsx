import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { TASK_FORMS, TaskLine } from '~/components/deal/tasks';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { useFetchedAhead } from '~/components/list/fetch-ahead';
import { ownTasksView } from '~/screens/deal/tasks.server';
import { readLocale } from '~/web/session/appearance.server';

export const meta = titled('Your tasks');

export { shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return ownTasksView(viewer, readLocale(request));
}

export default function OwnTasks() {
  const { tasks, hasMore } = useLoaderData<typeof loader>();
  useFetchedAhead(TASK_FORMS);
  return (
    <Frame>
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
    </Frame>
  );
}
