import { noteJson } from '~/models/note/json';
import { getNote } from '~/models/note/list.server';
import { NoteInput } from '~/models/note/schema';
import { addNote } from '~/models/note/write.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { answerNotes } from '~/web/api/notes-json.server';
import { readJson } from '~/web/forms/request.server';
import { createdAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: (viewer, pipelineId, args) => answerNotes(args, viewer, pipelineId),
  POST: async (viewer, pipelineId, { request }) => {
    const { text } = await readJson(request, NoteInput);
    const id = await addNote(viewer, pipelineId, text);
    const note = noteJson(await getNote(viewer, pipelineId, id));
    return createdAnswer(note, `/api/pipelines/${pipelineId}/notes/${id}`);
  },
});
export const action = loader;
