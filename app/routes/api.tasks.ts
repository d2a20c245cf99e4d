import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { ownTaskJson } from '~/models/task/json';
import { ownTasks } from '~/models/task/tasks.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer((await ownTasks(viewer)).map(ownTaskJson));
  },
});
export const action = loader;
