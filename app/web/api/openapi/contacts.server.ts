import {
  answer,
  BODY,
  body,
  deleted,
  header,
  HIDDEN,
  list,
  type PathItem,
  PIPELINE_ID,
  SIGNED_OUT,
  SLICE,
  TOTAL,
  WRITE,
} from './parts.server';

const CONTACT_ID = [
  ...PIPELINE_ID,
  { name: 'contact', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
];

export const CONTACT_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/contacts': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listContacts',
      summary: "The people of a deal's company, as they were added",
      parameters: SLICE,
      responses: { 200: list('Contact', 'The contacts.', TOTAL), ...SIGNED_OUT, ...HIDDEN },
    },
    post: {
      operationId: 'addContact',
      summary: 'Add a contact',
      requestBody: body('ContactInput'),
      responses: {
        201: answer('Contact', 'The new contact.', { Location: header('Its address.') }),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/pipelines/{id}/contacts/{contact}': {
    parameters: CONTACT_ID,
    get: {
      operationId: 'getContact',
      summary: 'A contact',
      responses: { 200: answer('Contact', 'The contact.'), ...SIGNED_OUT, ...HIDDEN },
    },
    put: {
      operationId: 'changeContact',
      summary: 'Change a contact',
      description: 'A missing key stays, null clears.',
      requestBody: body('ContactChanges'),
      responses: {
        200: answer('Contact', 'The contact as it is now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
    delete: deleted('deleteContact', 'Delete a contact'),
  },
};
