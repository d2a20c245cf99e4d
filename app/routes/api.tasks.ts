import { OwnTaskAnswer, toOwnTaskJson } from '~/domain/task/json';
import { listOwnTasks } from '~/domain/task/list.server';
import { apiRoute } from '~/http/api/api-route.server';
import { describeList } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/tasks',
  GET: {
    operationId: 'listOwnTasks',
    summary: "List the caller's open tasks, soonest first",
    description: 'At most 1,000 tasks, all on deals that the caller can see.',
    answers: { 200: describeList(OwnTaskAnswer, 'The tasks.') },
    handler: async ({ viewer }) => (await listOwnTasks(viewer)).map(toOwnTaskJson),
  },
});
export const action = loader;
