import { AddUser } from '~/domain/user/admin-schema';
import { addUser } from '~/domain/user/create.server';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { countUsers, listUsers } from '~/domain/user/list.server';
import { apiRoute } from '~/http/api/api-route.server';
import {
  ADMIN_ONLY,
  describeAnswer,
  describeList,
  EMAIL_TAKEN,
  LIMIT_AND_OFFSET,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithJson, respondWithList } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/admin/users',
  GET: {
    operationId: 'listUsers',
    summary: 'List accounts, newest first',
    access: 'admin',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(UserAnswer, 'The accounts.', TOTAL_COUNT), ...ADMIN_ONLY },
    handler: async ({ viewer, request }) => {
      const [rows, total] = await Promise.all([
        listUsers(viewer, {}, parseLimitAndOffset(new URL(request.url).searchParams)),
        countUsers(viewer),
      ]);
      return respondWithList(rows.map(toUserJson), total);
    },
  },
  POST: {
    operationId: 'addUser',
    summary: 'Create an approved account with the role user',
    access: 'staff',
    refusesTokens: true,
    body: AddUser,
    answers: { 201: describeAnswer(UserAnswer, 'The new account.'), ...EMAIL_TAKEN },
    handler: async ({ viewer, body }) =>
      respondWithJson(toUserJson(await addUser(viewer, body)), { status: 201 }),
  },
});
export const action = loader;
