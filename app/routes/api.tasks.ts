import { ownTaskJson } from '~/models/task/json';
import { ownTasks } from '~/models/task/tasks.server';
import { userEndpoint } from '~/web/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await ownTasks(viewer)).map(ownTaskJson),
});
export const action = loader;
