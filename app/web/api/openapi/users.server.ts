import type { BODIES } from './schemas.server';
import {
  ADMIN_ONLY,
  answer,
  body,
  BODY,
  deleted,
  EMAIL_TAKEN,
  list,
  NOT_PENDING,
  type Operation,
  type PathItem,
  READ,
  SIGNED_OUT,
  SLICE,
  TOTAL,
  USER_ID,
  WITHOUT_TOKEN,
  write,
  WRITE,
} from './parts.server';

const decided = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  ...WITHOUT_TOKEN,
  responses: {
    200: answer('User', 'The account as it is now.'),
    ...READ,
    ...NOT_PENDING,
    ...WRITE,
  },
});
const created = (operationId: string, summary: string, name: keyof typeof BODIES): Operation => ({
  operationId,
  summary,
  ...WITHOUT_TOKEN,
  requestBody: body(name),
  responses: {
    201: answer('User', 'The new account.'),
    ...SIGNED_OUT,
    ...EMAIL_TAKEN,
    ...BODY,
    ...WRITE,
  },
});

export const USER_PATHS: Record<string, PathItem> = {
  '/api/users': {
    get: {
      operationId: 'listOwners',
      summary: 'The owners of the deals that the caller may see',
      responses: { 200: list('Owner', 'By first name, else email.'), ...SIGNED_OUT },
    },
  },
  '/api/admin/users': {
    get: {
      operationId: 'listUsers',
      summary: 'Accounts, newest first',
      parameters: SLICE,
      responses: { 200: list('User', 'The accounts.', TOTAL), ...SIGNED_OUT, ...ADMIN_ONLY },
    },
    post: created('addUser', 'Create an approved account with role user', 'AddUser'),
  },
  '/api/admin/users/manager': {
    post: created('createManager', 'Create an approved account with role manager', 'CreateManager'),
  },
  '/api/admin/users/{id}': {
    parameters: USER_ID,
    delete: { ...deleted('deleteUser', 'Delete an account with its deals'), ...WITHOUT_TOKEN },
  },
  '/api/admin/users/{id}/group': {
    parameters: USER_ID,
    put: {
      ...write('changeGroup', "Change an account's group", 'ChangeGroup', {
        200: answer('User', 'The account as it is now.'),
      }),
      ...WITHOUT_TOKEN,
    },
  },
  '/api/admin/users/{id}/approve': {
    parameters: USER_ID,
    put: decided('approveUser', 'Approve a pending account'),
  },
  '/api/admin/users/{id}/reject': {
    parameters: USER_ID,
    put: decided('rejectUser', 'Reject a pending account'),
  },
};
