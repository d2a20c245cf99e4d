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
  refusal,
  SLICE,
  TOO_MANY_EXPORTS,
  TOTAL,
} from './parts.server';

const ONLY_OWN = {
  403: refusal("The note is somebody else's, or the caller or their API token may not do this."),
};
const removal = deleted('deleteNote', "Delete a note of one's own");

export const NOTE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/notes': {
    parameters: ID,
    get: {
      operationId: 'listNotes',
      summary: "A deal's notes, newest first",
      parameters: SLICE,
      responses: {
        200: list('Note', 'The notes.', TOTAL),
        ...READ,
        ...TOO_MANY_EXPORTS,
      },
    },
    post: {
      operationId: 'addNote',
      summary: 'Add a note',
      description:
        '`@` and a first name, or an email where two share it, mentions somebody who may see the deal.',
      requestBody: body('NoteInput'),
      responses: {
        201: answer('Note', 'The new note.', { Location: header('Its address.') }),
        ...CHANGED,
      },
    },
  },
  '/api/pipelines/{id}/notes/{note}': {
    parameters: partOf('note'),
    get: {
      operationId: 'getNote',
      summary: 'A note',
      responses: { 200: answer('Note', 'The note.'), ...READ },
    },
    put: {
      operationId: 'changeNote',
      summary: "Change a note of one's own",
      requestBody: body('NoteInput'),
      responses: {
        200: answer('Note', 'The note as it is now.'),
        ...CHANGED,
        ...ONLY_OWN,
      },
    },
    delete: { ...removal, responses: { ...removal.responses, ...ONLY_OWN } },
  },
};
