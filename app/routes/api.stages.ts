import { stageJson } from '~/models/stage/json';
import { listStages } from '~/models/lists/list.server';
import { userEndpoint } from '~/web/api/endpoint.server';

export const loader = userEndpoint({
  GET: async () => (await listStages()).listed.map(stageJson),
});
export const action = loader;
