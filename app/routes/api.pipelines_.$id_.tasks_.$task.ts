import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { updateTask } from '~/domain/task/edit.server';
import { toTaskJson } from '~/domain/task/json';
import { getTask, TASK_RECORDS } from '~/domain/task/list.server';
import { TaskChanges } from '~/domain/task/schema';
import { dealRecordEndpoint } from '~/http/api/endpoint.server';

export const loader = dealRecordEndpoint({
  noun: 'task',
  get: getTask,
  json: toTaskJson,
  changes: TaskChanges,
  change: updateTask,
  remove: (...part) => removeDealRecord(TASK_RECORDS, ...part),
});
export const action = loader;
