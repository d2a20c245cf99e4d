import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { endShare } from '~/models/share/shares.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await endShare(viewer, readId(params.id), readId(params.share));
    return jsonAnswer({ message: 'Share ended' });
  },
});
export const action = loader;
