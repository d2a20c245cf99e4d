import { CustomFieldAnswer, toCustomFieldJson } from '~/domain/custom-field/json';
import { CustomFieldChanges } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { apiRoute, TEXT } from '~/http/api/api-route.server';
import { ADMIN_ONLY, describeAnswer, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/fields/{key}',
  params: { key: TEXT },
  PUT: {
    operationId: 'changeField',
    summary: 'Change, archive or restore a field',
    description: 'The key and kind of a field never change.',
    access: 'admin',
    body: CustomFieldChanges,
    answers: {
      200: describeAnswer(CustomFieldAnswer, 'The updated field.'),
      409: describeError('The name is taken, or there are already 40 fields.'),
      ...ADMIN_ONLY,
    },
    handler: async ({ viewer, params, body }) =>
      toCustomFieldJson(await updateCustomField(viewer, params.key, body)),
  },
  DELETE: {
    operationId: 'archiveField',
    summary: 'Archive a field. Deals keep its values and show them again once it is restored',
    access: 'admin',
    answers: { 200: describeAnswer(CustomFieldAnswer, 'The field.'), ...ADMIN_ONLY },
    handler: async ({ viewer, params }) =>
      toCustomFieldJson(await updateCustomField(viewer, params.key, { archived: true })),
  },
});
export const action = loader;
