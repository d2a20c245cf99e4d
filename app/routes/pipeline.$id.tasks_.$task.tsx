import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { DeletePart } from '~/components/deal/delete-part';
import type { PartReply } from '~/components/deal/part-form';
import { TaskForm as TaskFields } from '~/components/deal/task-form';
import { useReply } from '~/components/forms/unsent';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import type { Viewer } from '~/models/access';
import { getPipeline } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { TASK_FORM, TaskForm } from '~/models/task/schema';
import { changeTask, deleteTask, getTask, taskSeen } from '~/models/task/tasks.server';
import { taskChoices } from '~/screens/deal/tasks.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { refusedReply } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

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
    seen: taskSeen(task),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const pipelineId = readId(params.id);
  const { id, title } = await getTask(viewer, pipelineId, readId(params.task));
  const form = await readForm(request, TASK_FORM);
  const back = `${safePath(form.get('back')) ?? `/pipeline/${pipelineId}`}#tasks`;
  const intent = form.get('intent');
  if (intent === 'delete') {
    const undo = await deleteTask(viewer, pipelineId, id);
    return redirectWithToast(back, { ...makeToast('Success', 'Task deleted'), undo });
  }
  if (intent === 'done') {
    const undo = await changeTask(viewer, pipelineId, id, { done: true });
    return redirectWithToast(back, { ...makeToast('Done', title), undo, isBrief: true });
  }
  const refused = await save(viewer, pipelineId, id, form);
  if (refused) return data<PartReply>(refused.reply, refused.status);
  await deleteSentLateForm(request, viewer);
  return redirectWithToast(back, makeToast('Success', 'Task saved'));
}

/** Undefined once it is saved. */
async function save(viewer: Viewer, pipelineId: number, id: number, form: FormData) {
  const submission = parseWithZod(form, { schema: TaskForm });
  if (submission.status !== 'success')
    return { reply: { result: submission.reply() }, status: 400 };
  const { title, dueOn = null, dueAt = null, userId } = submission.value;
  const changes = { title, dueOn, dueAt, userId: userId ?? viewer.id, done: form.has('done') };
  const seen = form.get('seen')?.toString();
  const { refused } = await attempt(() => changeTask(viewer, pipelineId, id, changes, seen));
  if (!refused) return undefined;
  const now = taskSeen(await getTask(viewer, pipelineId, id));
  const result = refusedReply(submission, refused, []);
  return { reply: { result, seen: now }, status: refused.status };
}

export default function EditTask() {
  const { company, ...form } = useLoaderData<typeof loader>();
  const sent = useReply<typeof action>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] grid-cols-1 gap-4 break-words text-text">
        <h1>{`Task, ${company}`}</h1>
        <div className="card">
          <TaskFields {...form} reply={sent} />
        </div>
        <DeletePart noun="task" back={form.back} />
      </div>
    </Frame>
  );
}
