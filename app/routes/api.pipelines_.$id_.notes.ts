import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { noteJson } from '~/models/note/json';
import { getNote } from '~/models/note/list.server';
import { NoteInput } from '~/models/note/schema';
import { addNote } from '~/models/note/write.server';
import { answerNotes } from '~/web/api/notes-json.server';
import { createdAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async (args) =>
    answerNotes(args, await requireApiUser(args.request), readId(args.params.id)),
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const { text } = await readJson(request, NoteInput);
    const id = await addNote(viewer, pipelineId, text);
    const note = noteJson(await getNote(viewer, pipelineId, id));
    return createdAnswer(note, `/api/pipelines/${pipelineId}/notes/${id}`);
  },
});
export const action = loader;
