import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getDeal } from '~/domain/deal/get.server';
import { getRecordVersion } from '~/domain/deal/record.server';
import { pick } from '~/domain/record';
import { updateTask } from '~/domain/task/edit.server';
import { getTask, TASK_RECORDS } from '~/domain/task/list.server';
import { TASK_FORM_FIELDS, TaskFormInput } from '~/domain/task/schema';
import { createEditRecordAction } from '~/http/forms/deal-record.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { EditRecordPage } from '~/ui/deal/edit-record-page';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { TaskForm as TaskFields } from '~/ui/task/task-form';
import { listTaskAssignees } from '~/ui/task/task-view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Edit task');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getDeal(viewer, parseId(params.id));
  const task = await getTask(viewer, id, parseId(params.task));
  return {
    company: companyName,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${id}`,
    action: `/pipeline/${id}/tasks/${task.id}`,
    people: await listTaskAssignees(viewer, task),
    values: {
      ...pick(task, ['title', 'dueOn', 'dueAt']),
      userId: task.userId === viewer.id ? null : task.userId,
    },
    done: task.done,
    seen: getRecordVersion(TASK_RECORDS, task),
  };
}

export const action = createEditRecordAction({
  rows: TASK_RECORDS,
  fields: TASK_FORM_FIELDS,
  schema: TaskFormInput,
  get: getTask,
  async handleIntent(viewer, { pipelineId: dealId, id, title }, intent) {
    if (intent !== 'done') return undefined;
    const undo = await updateTask(viewer, dealId, id, { done: true });
    return { title: 'Done', text: title, undo, isBrief: true };
  },
  change(viewer, { pipelineId: dealId, id }, typed, { seen, isDone: done }) {
    const { title, dueOn = null, dueAt = null, userId } = typed;
    const changes = { title, dueOn, dueAt, userId: userId ?? viewer.id, done };
    return updateTask(viewer, dealId, id, { ...changes, seen });
  },
});

export default function EditTask() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditRecordPage title={`Task, ${company}`} noun="task" back={form.back}>
      <TaskFields {...form} reply={useReply<typeof action>()} />
    </EditRecordPage>
  );
}
