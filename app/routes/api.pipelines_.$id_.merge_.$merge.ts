import { splitMerge } from '~/models/merge/split.server';
import { endpoint, readId } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await splitMerge(viewer, readId(params.id), readId(params.merge));
    return jsonAnswer({ message: 'Deals split successfully' });
  },
});
export const action = loader;
