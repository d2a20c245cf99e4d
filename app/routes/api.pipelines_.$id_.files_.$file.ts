import { ATTACHMENT_RULES, getAttachment } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { parseId } from '~/http/request/params.server';
import { respondWithFile } from '~/http/responses/file.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, args) =>
    respondWithFile(args, await getAttachment(viewer, pipelineId, parseId(args.params.file))),
  DELETE: async (viewer, pipelineId, { params }) => {
    await removeDealRecord(ATTACHMENT_RULES, viewer, pipelineId, parseId(params.file));
    return { message: 'File deleted successfully' };
  },
});
export const action = loader;
