import { splitMerge } from '~/models/merge/split.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readId } from '~/web/forms/request.server';

export const loader = rowEndpoint({
  DELETE: async (viewer, pipelineId, { params }) => {
    await splitMerge(viewer, pipelineId, readId(params.merge));
    return { message: 'Deals split successfully' };
  },
});
export const action = loader;
