import { ChangeRole } from '~/domain/user/admin-schema';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { changeRole } from '~/domain/user/role.server';
import { apiRoute, TEXT } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/users/{id}/role',
  params: { id: TEXT },
  PUT: {
    operationId: 'changeRole',
    summary: "Change an account's role",
    access: 'admin',
    refusesTokens: true,
    body: ChangeRole,
    answers: {
      200: describeAnswer(UserAnswer, 'The updated account.'),
      409: describeError("The account is the last admin's, or the caller's own."),
    },
    handler: async ({ viewer, params, body }) =>
      toUserJson(await changeRole(viewer, params.id, body.role)),
  },
});
export const action = loader;
