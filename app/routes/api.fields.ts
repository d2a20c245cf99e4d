import { addCustomField } from '~/domain/custom-field/create.server';
import { CustomFieldAnswer, toCustomFieldJson } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { apiRoute } from '~/http/api/api-route.server';
import {
  ADMIN_ONLY,
  describeAnswer,
  describeError,
  describeList,
} from '~/http/api/describe.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/fields',
  GET: {
    operationId: 'listFields',
    summary: "List the fund's custom fields in order, archived ones last",
    answers: { 200: describeList(CustomFieldAnswer, 'The fields.') },
    handler: async () => (await listCustomFields()).map(toCustomFieldJson),
  },
  POST: {
    operationId: 'addField',
    summary: 'Add a field',
    access: 'admin',
    body: NewCustomField,
    answers: {
      201: describeAnswer(CustomFieldAnswer, 'The new field, with its key.'),
      409: describeError('The name is taken, or there are already 40 fields.'),
      ...ADMIN_ONLY,
    },
    handler: async ({ viewer, body }) => {
      const field = await addCustomField(viewer, body);
      return respondWithCreated(toCustomFieldJson(field), `/api/fields/${field.key}`);
    },
  },
});
export const action = loader;
