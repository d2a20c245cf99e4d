import { toStageJson } from '~/domain/stage/json';
import { listStages } from '~/domain/stage/stages.server';
import { userEndpoint } from '~/http/api/endpoint.server';

export const loader = userEndpoint({
  GET: async () => (await listStages()).listed.map(toStageJson),
});
export const action = loader;
