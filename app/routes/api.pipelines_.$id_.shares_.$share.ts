import { endShare } from '~/domain/share/end.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { parseId } from '~/http/request/params.server';

export const loader = rowEndpoint({
  DELETE: async (viewer, id, { params }) => {
    await endShare(viewer, id, parseId(params.share));
    return { message: 'Share ended' };
  },
});
export const action = loader;
