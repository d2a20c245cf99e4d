import { deleteNote } from '~/domain/note/delete.server';
import { noteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { NoteInput } from '~/domain/note/schema';
import { updateNote } from '~/domain/note/update.server';
import { dealRecordEndpoint } from '~/http/api/endpoint.server';

export const loader = dealRecordEndpoint({
  noun: 'note',
  get: getNote,
  json: noteJson,
  changes: NoteInput,
  change: (viewer, pipelineId, id, { text }) =>
    updateNote(viewer, id, text, { dealId: pipelineId }),
  remove: (viewer, pipelineId, id) => deleteNote(viewer, id, pipelineId),
});
export const action = loader;
