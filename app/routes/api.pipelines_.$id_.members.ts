import type { Viewer } from '~/domain/access';
import { collaboratorJson, CollaboratorsInput } from '~/domain/collaborator/json';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';

export const loader = rowEndpoint({
  GET: listCollaboratorsJson,
  PUT: async (viewer, id, { request }) => {
    const { userIds } = await readJson(request, CollaboratorsInput);
    await setCollaborators(viewer, id, userIds);
    return listCollaboratorsJson(viewer, id);
  },
});
export const action = loader;

async function listCollaboratorsJson(viewer: Viewer, id: number) {
  return (await listCollaborators(viewer, id)).map(collaboratorJson);
}
