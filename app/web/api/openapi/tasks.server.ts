import {
  answer,
  body,
  CHANGED,
  deleted,
  header,
  ID,
  list,
  partOf,
  type PathItem,
  READ,
  SIGNED_OUT,
  SLICE,
  TOTAL,
} from './parts.server';

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
    parameters: ID,
    get: {
      operationId: 'listTasks',
      summary: "A deal's tasks: what is to be done, soonest first, then what is done",
      parameters: SLICE,
      responses: { 200: list('Task', 'The tasks.', TOTAL), ...READ },
    },
    post: {
      operationId: 'addTask',
      summary: 'Add a task',
      description: "`userId` is somebody who sees the deal; without it the task is the caller's.",
      requestBody: body('TaskInput'),
      responses: {
        201: answer('Task', 'The new task.', { Location: header('Its address.') }),
        ...CHANGED,
      },
    },
  },
  '/api/pipelines/{id}/tasks/{task}': {
    parameters: partOf('task'),
    get: {
      operationId: 'getTask',
      summary: 'A task',
      responses: { 200: answer('Task', 'The task.'), ...READ },
    },
    put: {
      operationId: 'changeTask',
      summary: 'Change a task',
      description: 'A missing key stays, null clears; clearing the day clears the time.',
      requestBody: body('TaskChanges'),
      responses: {
        200: answer('Task', 'The task as it is now.'),
        ...CHANGED,
      },
    },
    delete: deleted('deleteTask', 'Delete a task'),
  },
};
