import type { Viewer } from '~/domain/access';
import {
  CollaboratorAnswer,
  CollaboratorsInput,
  toCollaboratorJson,
} from '~/domain/collaborator/json';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeList, MANAGERS_ONLY } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/members',
  params: { id: NUMBER },
  GET: {
    operationId: 'listMembers',
    summary: 'List the collaborators on a deal, by name',
    answers: { 200: describeList(CollaboratorAnswer, 'The collaborators.') },
    handler: ({ viewer, params }) => listCollaboratorsJson(viewer, params.id),
  },
  PUT: {
    operationId: 'setMembers',
    summary: 'Replace the collaborators on a deal',
    description:
      "Collaborators can see, edit and evaluate the deal and write notes. The owner's id is ignored.",
    body: CollaboratorsInput,
    answers: {
      200: describeList(CollaboratorAnswer, 'The updated list of collaborators.'),
      ...MANAGERS_ONLY,
    },
    handler: async ({ viewer, params, body }) => {
      await setCollaborators(viewer, params.id, body.userIds);
      return listCollaboratorsJson(viewer, params.id);
    },
  },
});
export const action = loader;

async function listCollaboratorsJson(viewer: Viewer, id: number) {
  return (await listCollaborators(viewer, id)).map(toCollaboratorJson);
}
