import { requireApiUser } from '~/web/session/auth.server';
import { receiveFiles } from '~/web/forms/receive-files.server';
import { endpoint, readId, readSlice } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { countFiles, getFile, listFiles } from '~/models/file/files.server';
import { fileJson } from '~/models/file/json';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const slice = readSlice(new URL(request.url).searchParams);
    const files = await listFiles(viewer, pipelineId, slice);
    const total = String(await countFiles(pipelineId));
    return jsonAnswer(files.map(fileJson), { headers: { 'X-Total-Count': total } });
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const ids = await receiveFiles(request, viewer, pipelineId);
    const added = await Promise.all(ids.map((id) => getFile(viewer, pipelineId, id)));
    const files = added.map(fileJson);
    const headers = { Location: `/api/pipelines/${pipelineId}/files/${ids[0]}` };
    return files.length === 1
      ? jsonAnswer(files[0], { status: 201, headers })
      : jsonAnswer(files, { status: 201 });
  },
});
export const action = loader;
