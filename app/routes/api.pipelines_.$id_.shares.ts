import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { shareJson } from '~/models/share/json';
import { ShareInput } from '~/models/share/schema';
import { createShare, listShares } from '~/models/share/shares.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer((await listShares(viewer, readId(params.id))).map(shareJson));
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const id = readId(params.id);
    const { share, url } = await createShare(viewer, id, await readJson(request, ShareInput));
    return jsonAnswer({ ...shareJson(share), url }, { status: 201 });
  },
});
export const action = loader;
