import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { PartPage, PartPages } from '~/components/deal/part-page';
import { Tasks } from '~/components/deal/tasks';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { readPage } from '~/models/page';
import { getPipeline } from '~/models/pipeline/write.server';
import { TASK_FORM, TaskForm } from '~/models/task/schema';
import { addTask, TASKS } from '~/models/task/tasks.server';
import { tasksPage } from '~/screens/deal/tasks.server';
import { addPart } from '~/web/forms/part.server';
import { readId } from '~/web/forms/request.server';
import { readLocale } from '~/web/session/appearance.server';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('Tasks', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getPipeline(viewer, readId(params.id));
  const { page } = readPage(new URL(request.url).searchParams);
  const view = await tasksPage(viewer, id, readLocale(request), page);
  return { company: companyName, ...view };
}

export async function action(args: ActionFunctionArgs) {
  return addPart(args, { rows: TASKS, fields: TASK_FORM, schema: TaskForm }, addTask);
}

export default function TasksPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const address = `/pipeline/${view.pipelineId}/tasks`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="tasks" title="Tasks">
      <Tasks {...view} back={address} reply={reply}>
        <PartPages address={address} noun="tasks" page={page} pages={pages} />
      </Tasks>
    </PartPage>
  );
}
