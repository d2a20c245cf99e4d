import { toOwnTaskJson } from '~/domain/task/json';
import { listOwnTasks } from '~/domain/task/list.server';
import { userEndpoint } from '~/http/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await listOwnTasks(viewer)).map(toOwnTaskJson),
});
export const action = loader;
