import { rejectUser } from '~/domain/user/approve.server';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { apiRoute, TEXT } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/users/{id}/reject',
  params: { id: TEXT },
  PUT: {
    operationId: 'rejectUser',
    summary: 'Reject a pending account',
    access: 'staff',
    refusesTokens: true,
    answers: {
      200: describeAnswer(UserAnswer, 'The updated account.'),
      409: describeError('The account has already been approved or rejected.'),
    },
    handler: async ({ viewer, params }) => toUserJson(await rejectUser(viewer, params.id)),
  },
});
export const action = loader;
