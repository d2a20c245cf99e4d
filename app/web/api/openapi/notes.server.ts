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
  refusal,
  SIGNED_OUT,
  SLICE,
  TOO_MANY_EXPORTS,
  TOTAL,
  WRITE,
} from './parts.server';

const NOTE_ID = [
  ...PIPELINE_ID,
  { name: 'note', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
];
const ONLY_OWN = {
  403: refusal("The note is somebody else's, or the caller or their API token may not do this."),
};
const removal = deleted('deleteNote', "Delete a note of one's own");

export const NOTE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/notes': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listNotes',
      summary: "A deal's notes, newest first",
      parameters: SLICE,
      responses: {
        200: list('Note', 'The notes.', TOTAL),
        ...SIGNED_OUT,
        ...HIDDEN,
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
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/pipelines/{id}/notes/{note}': {
    parameters: NOTE_ID,
    get: {
      operationId: 'getNote',
      summary: 'A note',
      responses: { 200: answer('Note', 'The note.'), ...SIGNED_OUT, ...HIDDEN },
    },
    put: {
      operationId: 'changeNote',
      summary: "Change a note of one's own",
      requestBody: body('NoteInput'),
      responses: {
        200: answer('Note', 'The note as it is now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
        ...ONLY_OWN,
      },
    },
    delete: { ...removal, responses: { ...removal.responses, ...ONLY_OWN } },
  },
};
