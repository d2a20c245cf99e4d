import {
  ADMIN_ONLY,
  answer,
  body,
  BODY,
  deleted,
  list,
  type PathItem,
  refusal,
  SIGNED_OUT,
  write,
  WRITE,
} from './parts.server';

const TAKEN = { 409: refusal('The name is taken, or there are 40 fields.') };

export const FIELD_PATHS: Record<string, PathItem> = {
  '/api/fields': {
    get: {
      operationId: 'listFields',
      summary: "The fund's own fields of deals, in their order; archived ones last",
      responses: { 200: list('Field', 'The fields.'), ...SIGNED_OUT },
    },
    post: {
      operationId: 'addField',
      summary: 'Add a field',
      requestBody: body('NewField'),
      responses: {
        201: answer('Field', 'The field, with its key.'),
        ...SIGNED_OUT,
        ...BODY,
        ...WRITE,
        ...TAKEN,
        ...ADMIN_ONLY,
      },
    },
  },
  '/api/fields/{key}': {
    parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
    put: write(
      'changeField',
      'Change a field, archive or restore it',
      'FieldChanges',
      { 200: answer('Field', 'The field.'), ...TAKEN, ...ADMIN_ONLY },
      'Its key and kind never change.',
    ),
    delete: deleted(
      'archiveField',
      'Archive a field: deals keep their values, and show them again once it is restored',
      { 200: answer('Field', 'The field.'), ...ADMIN_ONLY },
    ),
  },
};
