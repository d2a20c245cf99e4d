import { shareJson } from '~/models/share/json';
import { ShareInput } from '~/models/share/schema';
import { createShare, listShares } from '~/models/share/shares.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => (await listShares(viewer, id)).map(shareJson),
  POST: async (viewer, id, { request }) => {
    const { share, url } = await createShare(viewer, id, await readJson(request, ShareInput));
    return jsonAnswer({ ...shareJson(share), url }, { status: 201 });
  },
});
export const action = loader;
