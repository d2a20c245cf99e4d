import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { EditPart } from '~/components/deal/edit-part';
import { TaskForm as TaskFields } from '~/components/deal/task-form';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { seenOf } from '~/models/pipeline/deal-rows.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { TASK_FORM, TaskForm } from '~/models/task/schema';
import { changeTask, getTask, TASKS } from '~/models/task/tasks.server';
import { taskChoices } from '~/screens/deal/tasks.server';
import { changePart } from '~/web/forms/part.server';
import { readId, safePath } from '~/web/forms/request.server';
import { makeToast } from '~/web/forms/toast.server';

export const links = styledBy(styles);

export const meta = titled('Edit task');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getPipeline(viewer, readId(params.id));
  const task = await getTask(viewer, id, readId(params.task));
  return {
    company: companyName,
    back: safePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${id}`,
    action: `/pipeline/${id}/tasks/${task.id}`,
    people: await taskChoices(viewer, task),
    values: {
      ...pick(task, ['title', 'dueOn', 'dueAt']),
      userId: task.userId === viewer.id ? null : task.userId,
    },
    done: task.done,
    seen: seenOf(TASKS, task),
  };
}

export async function action(args: ActionFunctionArgs) {
  return changePart(
    args,
    { rows: TASKS, fields: TASK_FORM, schema: TaskForm },
    {
      get: getTask,
      async act(viewer, { pipelineId, id, title }, intent) {
        if (intent !== 'done') return undefined;
        const undo = await changeTask(viewer, pipelineId, id, { done: true });
        return { ...makeToast('Done', title), undo, isBrief: true };
      },
      change(viewer, { pipelineId, id }, typed, { seen, isDone: done }) {
        const { title, dueOn = null, dueAt = null, userId } = typed;
        const changes = { title, dueOn, dueAt, userId: userId ?? viewer.id, done };
        return changeTask(viewer, pipelineId, id, changes, seen);
      },
    },
  );
}

export default function EditTask() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditPart title={`Task, ${company}`} noun="task" back={form.back}>
      <TaskFields {...form} reply={useReply<typeof action>()} />
    </EditPart>
  );
}
