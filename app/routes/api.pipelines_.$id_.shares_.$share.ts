import { endShare } from '~/models/share/shares.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readId } from '~/web/forms/request.server';

export const loader = rowEndpoint({
  DELETE: async (viewer, id, { params }) => {
    await endShare(viewer, id, readId(params.share));
    return { message: 'Share ended' };
  },
});
export const action = loader;
