import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { noteJson } from '~/models/note/json';
import { getNote } from '~/models/note/list.server';
import { NoteInput } from '~/models/note/schema';
import { changeNote, deleteNote } from '~/models/note/write.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const note = await getNote(viewer, readId(params.id), readId(params.note));
    return jsonAnswer(noteJson(note));
  },
  PUT: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = readId(params.note);
    const { text } = await readJson(request, NoteInput);
    await changeNote(viewer, id, text, { pipelineId });
    return jsonAnswer(noteJson(await getNote(viewer, pipelineId, id)));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await deleteNote(viewer, readId(params.note), readId(params.id));
    return jsonAnswer({ message: 'Note deleted successfully' });
  },
});
export const action = loader;
