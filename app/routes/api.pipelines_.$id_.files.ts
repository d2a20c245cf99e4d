import { attachmentJson } from '~/domain/attachment/json';
import { countAttachments, getAttachment, listAttachments } from '~/domain/attachment/list.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { receiveAttachments } from '~/http/forms/receive-attachments.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithJson, respondWithList } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId, { request }) => {
    const slice = parseLimitAndOffset(new URL(request.url).searchParams);
    const files = await listAttachments(viewer, pipelineId, slice);
    return respondWithList(files.map(attachmentJson), await countAttachments(pipelineId));
  },
  POST: async (viewer, pipelineId, { request }) => {
    const ids = await receiveAttachments(request, viewer, pipelineId);
    const added = await Promise.all(ids.map((id) => getAttachment(viewer, pipelineId, id)));
    const files = added.map(attachmentJson);
    return files.length === 1
      ? respondWithCreated(files[0], `/api/pipelines/${pipelineId}/files/${ids[0]}`)
      : respondWithJson(files, { status: 201 });
  },
});
export const action = loader;
