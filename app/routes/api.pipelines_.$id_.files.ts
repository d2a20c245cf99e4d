import { countFiles, getFile, listFiles } from '~/models/file/files.server';
import { fileJson } from '~/models/file/json';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { receiveFiles } from '~/web/forms/receive-files.server';
import { readSlice } from '~/web/forms/request.server';
import { createdAnswer, jsonAnswer, listAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const slice = readSlice(new URL(request.url).searchParams);
    const files = await listFiles(viewer, pipelineId, slice);
    return listAnswer(files.map(fileJson), await countFiles(pipelineId));
  },
  POST: async (viewer, pipelineId, { request }) => {
    const ids = await receiveFiles(request, viewer, pipelineId);
    const added = await Promise.all(ids.map((id) => getFile(viewer, pipelineId, id)));
    const files = added.map(fileJson);
    return files.length === 1
      ? createdAnswer(files[0], `/api/pipelines/${pipelineId}/files/${ids[0]}`)
      : jsonAnswer(files, { status: 201 });
  },
});
export const action = loader;
