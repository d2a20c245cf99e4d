import { CreateManager } from '~/domain/user/admin-schema';
import { createManager } from '~/domain/user/create.server';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { apiRoute } from '~/http/api/api-route.server';
import { describeAnswer, EMAIL_TAKEN } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/admin/users/manager',
  POST: {
    operationId: 'createManager',
    summary: 'Create an approved account with the role manager',
    access: 'admin',
    refusesTokens: true,
    body: CreateManager,
    answers: { 201: describeAnswer(UserAnswer, 'The new account.'), ...EMAIL_TAKEN },
    handler: async ({ viewer, body }) =>
      respondWithJson(toUserJson(await createManager(viewer, body)), { status: 201 }),
  },
});
export const action = loader;
