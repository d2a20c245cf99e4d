import { taskJson } from '~/models/task/json';
import { TaskChanges } from '~/models/task/schema';
import { changeTask, deleteTask, getTask } from '~/models/task/tasks.server';
import { partEndpoint } from '~/web/api/endpoint.server';

export const loader = partEndpoint({
  noun: 'task',
  get: getTask,
  json: taskJson,
  changes: TaskChanges,
  change: changeTask,
  remove: deleteTask,
});
export const action = loader;
