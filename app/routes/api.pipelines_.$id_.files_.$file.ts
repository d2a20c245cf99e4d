import { FILES, getFile } from '~/models/file/files.server';
import { removeDealRow } from '~/models/pipeline/deal-rows.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readId } from '~/web/forms/request.server';
import { answerFile } from '~/web/http/file.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, args) =>
    answerFile(args, await getFile(viewer, pipelineId, readId(args.params.file))),
  DELETE: async (viewer, pipelineId, { params }) => {
    await removeDealRow(FILES, viewer, pipelineId, readId(params.file));
    return { message: 'File deleted successfully' };
  },
});
export const action = loader;
