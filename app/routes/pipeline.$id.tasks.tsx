import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import type { PartReply } from '~/components/deal/part-form';
import { PartPage } from '~/components/deal/part-page';
import { Tasks } from '~/components/deal/tasks';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { checkVisible, getPipeline } from '~/models/pipeline/write.server';
import { MOST_TASKS, TASK_FORM, TaskForm } from '~/models/task/schema';
import { addTask } from '~/models/task/tasks.server';
import { tasksView } from '~/screens/deal/tasks.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { submit } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readLocale } from '~/web/session/appearance.server';

export const meta = titled<typeof loader>('Tasks', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getPipeline(viewer, readId(params.id));
  const view = await tasksView(viewer, id, readLocale(request), MOST_TASKS);
  return { company: companyName, view };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  await checkVisible(viewer, id);
  const form = await readForm(request, TASK_FORM);
  const { refused } = await submit(form, TaskForm, (task) =>
    addTask(viewer, id, task, { once: true }),
  );
  if (refused) return data<PartReply>({ result: refused.reply }, refused.status);
  await deleteSentLateForm(request, viewer);
  const back = safePath(form.get('back')) ?? `/pipeline/${id}/tasks`;
  return redirectWithToast(`${back}#tasks`, makeToast('Success', 'Task added'));
}

export default function TasksPage() {
  const { company, view } = useLoaderData<typeof loader>();
  const sent = useReply<typeof action>();
  const address = `/pipeline/${view.pipelineId}/tasks`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="tasks" title="Tasks">
      <Tasks {...view} back={address} reply={sent} />
    </PartPage>
  );
}
