import { createShare } from '~/domain/share/create.server';
import { shareJson } from '~/domain/share/json';
import { listShares } from '~/domain/share/list.server';
import { ShareInput } from '~/domain/share/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => (await listShares(viewer, id)).map(shareJson),
  POST: async (viewer, id, { request }) => {
    const { share, url } = await createShare(viewer, id, await readJson(request, ShareInput));
    return respondWithJson({ ...shareJson(share), url }, { status: 201 });
  },
});
export const action = loader;
