import { splitMerge } from '~/domain/operations/merge/split.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { parseId } from '~/http/request/params.server';

export const loader = rowEndpoint({
  DELETE: async (viewer, pipelineId, { params }) => {
    await splitMerge(viewer, pipelineId, parseId(params.merge));
    return { message: 'Deals split successfully' };
  },
});
export const action = loader;
