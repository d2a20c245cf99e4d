import { ChangeGroup } from '~/domain/user/admin-schema';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { changeGroup } from '~/domain/user/role.server';
import { apiRoute, TEXT } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/users/{id}/group',
  params: { id: TEXT },
  PUT: {
    operationId: 'changeGroup',
    summary: "Change an account's group",
    access: 'admin',
    refusesTokens: true,
    body: ChangeGroup,
    answers: { 200: describeAnswer(UserAnswer, 'The updated account.') },
    handler: async ({ viewer, params, body }) =>
      toUserJson(await changeGroup(viewer, params.id, body.group)),
  },
});
export const action = loader;
