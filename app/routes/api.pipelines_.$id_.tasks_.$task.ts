import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { updateTask } from '~/domain/task/edit.server';
import { TaskAnswer, toTaskJson } from '~/domain/task/json';
import { getTask, TASK_RECORDS } from '~/domain/task/list.server';
import { TaskChanges } from '~/domain/task/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED, describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/tasks/{task}',
  params: { id: NUMBER, task: NUMBER },
  GET: {
    operationId: 'getTask',
    summary: 'Get a task',
    answers: { 200: describeAnswer(TaskAnswer, 'The task.') },
    handler: async ({ viewer, params }) =>
      toTaskJson(await getTask(viewer, params.id, params.task)),
  },
  PUT: {
    operationId: 'changeTask',
    summary: 'Change a task',
    description:
      'A missing key is left unchanged; null clears the value. Clearing the day also clears the time.',
    body: TaskChanges,
    answers: { 200: describeAnswer(TaskAnswer, 'The updated task.') },
    handler: async ({ viewer, params, body }) => {
      await updateTask(viewer, params.id, params.task, body);
      return toTaskJson(await getTask(viewer, params.id, params.task));
    },
  },
  DELETE: {
    operationId: 'deleteTask',
    summary: 'Delete a task',
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await removeDealRecord(TASK_RECORDS, viewer, params.id, params.task);
      return { message: 'Task deleted successfully' };
    },
  },
});
export const action = loader;
