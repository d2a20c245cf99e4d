import { taskJson } from '~/models/task/json';
import { TaskChanges } from '~/models/task/schema';
import { changeTask, getTask, TASKS } from '~/models/task/tasks.server';
import { removeDealRow } from '~/models/pipeline/deal-rows.server';
import { partEndpoint } from '~/web/api/endpoint.server';

export const loader = partEndpoint({
  noun: 'task',
  get: getTask,
  json: taskJson,
  changes: TaskChanges,
  change: changeTask,
  remove: (...part) => removeDealRow(TASKS, ...part),
});
export const action = loader;
