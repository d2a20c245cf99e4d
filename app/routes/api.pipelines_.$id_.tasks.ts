import { addTask } from '~/domain/task/edit.server';
import { TaskAnswer, toTaskJson } from '~/domain/task/json';
import { getTask, listTasks } from '~/domain/task/list.server';
import { TaskInput } from '~/domain/task/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  describeAnswer,
  describeList,
  LIMIT_AND_OFFSET,
  LOCATION,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithList } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/tasks',
  params: { id: NUMBER },
  GET: {
    operationId: 'listTasks',
    summary: 'List the tasks of a deal: open ones first, soonest first, then completed ones',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(TaskAnswer, 'The tasks.', TOTAL_COUNT) },
    handler: async ({ viewer, params, request }) => {
      const tasks = await listTasks(viewer, params.id);
      const { limit, offset } = parseLimitAndOffset(new URL(request.url).searchParams);
      return respondWithList(tasks.slice(offset, offset + limit).map(toTaskJson), tasks.length);
    },
  },
  POST: {
    operationId: 'addTask',
    summary: 'Add a task',
    description: '`userId` must be someone who can see the deal. The default is the caller.',
    body: TaskInput,
    answers: { 201: describeAnswer(TaskAnswer, 'The new task.', LOCATION) },
    handler: async ({ viewer, params, body }) => {
      const id = await addTask(viewer, params.id, body);
      const task = toTaskJson(await getTask(viewer, params.id, id));
      return respondWithCreated(task, `/api/pipelines/${params.id}/tasks/${id}`);
    },
  },
});
export const action = loader;
