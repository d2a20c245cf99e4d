import {
  answer,
  body,
  CHANGED,
  deleted,
  header,
  ID,
  list,
  partOf,
  type PathItem,
  READ,
  SLICE,
  TOTAL,
} from './parts.server';

export const CONTACT_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/contacts': {
    parameters: ID,
    get: {
      operationId: 'listContacts',
      summary: "The people of a deal's company, as they were added",
      parameters: SLICE,
      responses: { 200: list('Contact', 'The contacts.', TOTAL), ...READ },
    },
    post: {
      operationId: 'addContact',
      summary: 'Add a contact',
      requestBody: body('ContactInput'),
      responses: {
        201: answer('Contact', 'The new contact.', { Location: header('Its address.') }),
        ...CHANGED,
      },
    },
  },
  '/api/pipelines/{id}/contacts/{contact}': {
    parameters: partOf('contact'),
    get: {
      operationId: 'getContact',
      summary: 'A contact',
      responses: { 200: answer('Contact', 'The contact.'), ...READ },
    },
    put: {
      operationId: 'changeContact',
      summary: 'Change a contact',
      description: 'A missing key stays, null clears.',
      requestBody: body('ContactChanges'),
      responses: {
        200: answer('Contact', 'The contact as it is now.'),
        ...CHANGED,
      },
    },
    delete: deleted('deleteContact', 'Delete a contact'),
  },
};
