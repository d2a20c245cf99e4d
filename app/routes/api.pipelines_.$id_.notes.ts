import { addNote } from '~/domain/note/create.server';
import { noteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { NoteInput } from '~/domain/note/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { respondWithNotes } from '~/http/api/notes.server';
import { readJson } from '~/http/request/json.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: (viewer, pipelineId, args) => respondWithNotes(args, viewer, pipelineId),
  POST: async (viewer, pipelineId, { request }) => {
    const { text } = await readJson(request, NoteInput);
    const id = await addNote(viewer, pipelineId, text);
    const note = noteJson(await getNote(viewer, pipelineId, id));
    return respondWithCreated(note, `/api/pipelines/${pipelineId}/notes/${id}`);
  },
});
export const action = loader;
