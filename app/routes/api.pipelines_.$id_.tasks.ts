import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson, readSlice } from '~/web/forms/request.server';
import { createdAnswer, listAnswer } from '~/web/http/json.server';
import { taskJson } from '~/models/task/json';
import { TaskInput } from '~/models/task/schema';
import { addTask, getTask, listTasks } from '~/models/task/tasks.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const tasks = await listTasks(viewer, readId(params.id));
    const { limit, offset } = readSlice(new URL(request.url).searchParams);
    return listAnswer(tasks.slice(offset, offset + limit).map(taskJson), tasks.length);
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = await addTask(viewer, pipelineId, await readJson(request, TaskInput));
    const task = taskJson(await getTask(viewer, pipelineId, id));
    return createdAnswer(task, `/api/pipelines/${pipelineId}/tasks/${id}`);
  },
});
export const action = loader;
