import {
  answer,
  BODY,
  body,
  deleted,
  header,
  HIDDEN,
  list,
  type PathItem,
  PIPELINE_ID,
  SIGNED_OUT,
  SLICE,
  TOTAL,
  WRITE,
} from './parts.server';

const TASK_ID = [
  ...PIPELINE_ID,
  { name: 'task', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
];

export const TASK_PATHS: Record<string, PathItem> = {
  '/api/tasks': {
    get: {
      operationId: 'listOwnTasks',
      summary: "The caller's tasks that are to be done, soonest first",
      description: 'Those on deals that the caller sees, at most 1,000.',
      responses: { 200: list('OwnTask', 'The tasks.'), ...SIGNED_OUT },
    },
  },
  '/api/pipelines/{id}/tasks': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listTasks',
      summary: "A deal's tasks: what is to be done, soonest first, then what is done",
      parameters: SLICE,
      responses: { 200: list('Task', 'The tasks.', TOTAL), ...SIGNED_OUT, ...HIDDEN },
    },
    post: {
      operationId: 'addTask',
      summary: 'Add a task',
      description: "`userId` is somebody who sees the deal; without it the task is the caller's.",
      requestBody: body('TaskInput'),
      responses: {
        201: answer('Task', 'The new task.', { Location: header('Its address.') }),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/pipelines/{id}/tasks/{task}': {
    parameters: TASK_ID,
    get: {
      operationId: 'getTask',
      summary: 'A task',
      responses: { 200: answer('Task', 'The task.'), ...SIGNED_OUT, ...HIDDEN },
    },
    put: {
      operationId: 'changeTask',
      summary: 'Change a task',
      description: 'A missing key stays, null clears; clearing the day clears the time.',
      requestBody: body('TaskChanges'),
      responses: {
        200: answer('Task', 'The task as it is now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
    delete: deleted('deleteTask', 'Delete a task'),
  },
};
