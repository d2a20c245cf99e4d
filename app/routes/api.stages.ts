import { stageJson } from '~/models/stage/json';
import { listStages } from '~/models/stage/stages.server';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await requireApiUser(request);
    return jsonAnswer((await listStages()).listed.map(stageJson));
  },
});
export const action = loader;
