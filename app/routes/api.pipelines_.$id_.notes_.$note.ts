import { noteJson } from '~/models/note/json';
import { getNote } from '~/models/note/list.server';
import { NoteInput } from '~/models/note/schema';
import { changeNote, deleteNote } from '~/models/note/write.server';
import { partEndpoint } from '~/web/api/endpoint.server';

export const loader = partEndpoint({
  noun: 'note',
  get: getNote,
  json: noteJson,
  changes: NoteInput,
  change: (viewer, pipelineId, id, { text }) => changeNote(viewer, id, text, { pipelineId }),
  remove: (viewer, pipelineId, id) => deleteNote(viewer, id, pipelineId),
});
export const action = loader;
