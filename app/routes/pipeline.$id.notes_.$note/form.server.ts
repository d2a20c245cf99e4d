import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { deleteNote } from '~/domain/note/delete.server';
import { EDIT_NOTE_FORM_FIELDS, NoteInput } from '~/domain/note/schema';
import { getNoteVersion, getOwnNote, updateNote } from '~/domain/note/update.server';
import type { DomainError } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import type { EditReply } from './edit-note';

export const action = formAction({
  fields: EDIT_NOTE_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const dealId = parseId(params.id);
    const id = parseId(params.note);
    await assertDealReadable(viewer, dealId);
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${dealId}/notes`;
    if (form.get('intent') === 'delete') {
      await deleteNote(viewer, id, dealId);
      const toast = { title: 'Success', text: 'Note deleted' };
      return { redirectTo: `${back}#notes`, toast };
    }
    const text = form.get('text') ?? '';
    const version = parseVersion(form);
    const parsed = NoteInput.safeParse({ text });
    if (!parsed.success)
      return data<EditReply>({ error: parsed.error.issues[0]!.message, text, version }, 400);
    await updateNote(viewer, id, parsed.data.text, { version, dealId });
    return { redirectTo: `${back}#note-${id}`, toast: { title: 'Success', text: 'Note saved' } };
  },
  async onError(error, { viewer, params, form }) {
    if (form.get('intent') === 'delete' || error.status === 403) return undefined;
    const ids = { id: parseId(params.note), dealId: parseId(params.id) };
    // Without its deal there is no page to show the text on.
    await assertDealReadable(viewer, ids.dealId);
    const sent = { text: form.get('text') ?? '', version: parseVersion(form) };
    return rejectEdit(viewer, ids, sent, error);
  },
});

function parseVersion(form: PostedForm<'version'>): number {
  return Number(form.get('version') ?? NaN) || 0;
}

async function rejectEdit(
  viewer: Viewer,
  { id, dealId }: { id: number; dealId: number },
  sent: Pick<EditReply, 'text' | 'version'>,
  { status, message }: DomainError,
) {
  const reply: EditReply = { error: `Failed to save the note. ${message}`, ...sent };
  if (status !== 409) return data(reply, status);
  const { note } = await getOwnNote(viewer, id, dealId);
  const saved = { text: note.text, version: getNoteVersion(note) };
  return data<EditReply>({ ...reply, saved }, status);
}
