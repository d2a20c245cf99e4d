import { taskJson } from '~/models/task/json';
import { TaskInput } from '~/models/task/schema';
import { addTask, getTask, listTasks } from '~/models/task/tasks.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson, readSlice } from '~/web/forms/request.server';
import { createdAnswer, listAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const tasks = await listTasks(viewer, pipelineId);
    const { limit, offset } = readSlice(new URL(request.url).searchParams);
    return listAnswer(tasks.slice(offset, offset + limit).map(taskJson), tasks.length);
  },
  POST: async (viewer, pipelineId, { request }) => {
    const id = await addTask(viewer, pipelineId, await readJson(request, TaskInput));
    const task = taskJson(await getTask(viewer, pipelineId, id));
    return createdAnswer(task, `/api/pipelines/${pipelineId}/tasks/${id}`);
  },
});
export const action = loader;
