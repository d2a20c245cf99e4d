import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { taskJson } from '~/models/task/json';
import { TaskChanges } from '~/models/task/schema';
import { changeTask, deleteTask, getTask } from '~/models/task/tasks.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer(taskJson(await getTask(viewer, readId(params.id), readId(params.task))));
  },
  PUT: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = readId(params.task);
    await changeTask(viewer, pipelineId, id, await readJson(request, TaskChanges));
    return jsonAnswer(taskJson(await getTask(viewer, pipelineId, id)));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await deleteTask(viewer, readId(params.id), readId(params.task));
    return jsonAnswer({ message: 'Task deleted successfully' });
  },
});
export const action = loader;
