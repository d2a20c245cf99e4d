import type { LoaderFunctionArgs } from '@remix-run/node';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getRecordVersion } from '~/domain/deal/record.server';
import { pick } from '~/domain/record';
import { getTask, TASK_RECORDS } from '~/domain/task/list.server';
import { TASK_EDIT_KEYS } from '~/domain/task/schema';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { listAddableAssignees, listTaskAssignees } from '~/ui/task/task-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getEditableDeal(viewer, parseId(params.id));
  const task = await getTask(viewer, id, parseId(params.task));
  return {
    company: companyName,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${id}`,
    action: `/pipeline/${id}/tasks/${task.id}`,
    people: await listTaskAssignees(viewer, task),
    addable: await listAddableAssignees(viewer, id),
    values: {
      ...pick(task, TASK_EDIT_KEYS),
      userId: task.userId === viewer.id ? null : task.userId,
    },
    done: task.done,
    seen: getRecordVersion(TASK_RECORDS, task),
  };
}
