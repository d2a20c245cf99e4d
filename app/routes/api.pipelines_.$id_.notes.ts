import { addNote } from '~/domain/note/create.server';
import { NoteAnswer, toNoteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { NoteInput } from '~/domain/note/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  describeAnswer,
  describeList,
  LIMIT_AND_OFFSET,
  LOCATION,
  TOO_MANY_EXPORTS,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { respondWithNotes } from '~/http/api/notes.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/notes',
  params: { id: NUMBER },
  GET: {
    operationId: 'listNotes',
    summary: 'List the notes of a deal, newest first',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(NoteAnswer, 'The notes.', TOTAL_COUNT), ...TOO_MANY_EXPORTS },
    handler: ({ viewer, params, ...args }) => respondWithNotes(args, viewer, params.id),
  },
  POST: {
    operationId: 'addNote',
    summary: 'Add a note',
    description:
      '`@` and a first name mentions someone who can see the deal. Use `@` and the email where two people share a first name.',
    body: NoteInput,
    answers: { 201: describeAnswer(NoteAnswer, 'The new note.', LOCATION) },
    handler: async ({ viewer, params, body }) => {
      const id = await addNote(viewer, params.id, body.text);
      const note = toNoteJson(await getNote(viewer, params.id, id));
      return respondWithCreated(note, `/api/pipelines/${params.id}/notes/${id}`);
    },
  },
});
export const action = loader;
