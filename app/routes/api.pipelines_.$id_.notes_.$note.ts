import { deleteNote } from '~/domain/note/delete.server';
import { NoteAnswer, toNoteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { NoteInput } from '~/domain/note/schema';
import { updateNote } from '~/domain/note/update.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED, describeAnswer, describeError } from '~/http/api/describe.server';

const AUTHOR_ONLY = {
  403: describeError(
    "The note is someone else's, or the caller or their API token may not do this.",
  ),
};

export const loader = apiRoute({
  path: '/api/pipelines/{id}/notes/{note}',
  params: { id: NUMBER, note: NUMBER },
  GET: {
    operationId: 'getNote',
    summary: 'Get a note',
    answers: { 200: describeAnswer(NoteAnswer, 'The note.') },
    handler: async ({ viewer, params }) =>
      toNoteJson(await getNote(viewer, params.id, params.note)),
  },
  PUT: {
    operationId: 'changeNote',
    summary: "Change one of the caller's notes",
    body: NoteInput,
    answers: { 200: describeAnswer(NoteAnswer, 'The updated note.'), ...AUTHOR_ONLY },
    handler: async ({ viewer, params, body }) => {
      await updateNote(viewer, params.note, body.text, { dealId: params.id });
      return toNoteJson(await getNote(viewer, params.id, params.note));
    },
  },
  DELETE: {
    operationId: 'deleteNote',
    summary: "Delete one of the caller's notes",
    answers: { ...DELETED, ...AUTHOR_ONLY },
    handler: async ({ viewer, params }) => {
      await deleteNote(viewer, params.note, params.id);
      return { message: 'Note deleted successfully' };
    },
  },
});
export const action = loader;
