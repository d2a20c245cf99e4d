import { addTask } from '~/domain/task/edit.server';
import { toTaskJson } from '~/domain/task/json';
import { getTask, listTasks } from '~/domain/task/list.server';
import { TaskInput } from '~/domain/task/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithList } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const tasks = await listTasks(viewer, pipelineId);
    const { limit, offset } = parseLimitAndOffset(new URL(request.url).searchParams);
    return respondWithList(tasks.slice(offset, offset + limit).map(toTaskJson), tasks.length);
  },
  POST: async (viewer, pipelineId, { request }) => {
    const id = await addTask(viewer, pipelineId, await readJson(request, TaskInput));
    const task = toTaskJson(await getTask(viewer, pipelineId, id));
    return respondWithCreated(task, `/api/pipelines/${pipelineId}/tasks/${id}`);
  },
});
export const action = loader;
