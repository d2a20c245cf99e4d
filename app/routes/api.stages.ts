import { StageAnswer, toStageJson } from '~/domain/stage/json';
import { listStages } from '~/domain/stage/stages.server';
import { apiRoute } from '~/http/api/api-route.server';
import { describeList } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/stages',
  GET: {
    operationId: 'listStages',
    summary: 'List the stages in order',
    answers: { 200: describeList(StageAnswer, 'The stages, without retired ones.') },
    handler: async () => (await listStages()).listed.map(toStageJson),
  },
});
export const action = loader;
