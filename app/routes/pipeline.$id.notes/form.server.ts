import { data } from '@remix-run/node';
import { assertDealReadable } from '~/domain/deal/get.server';
import { addNote } from '~/domain/note/create.server';
import { NOTE_FORM_FIELDS, NoteInput } from '~/domain/note/schema';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: NOTE_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form, submissionKey }) {
    const id = parseId(params.id);
    await assertDealReadable(viewer, id);
    const sent = parseNoteForm(form);
    const parsed = NoteInput.safeParse({ text: sent.text });
    if (!parsed.success) return data({ ...sent, error: parsed.error.issues[0]!.message }, 400);
    const note = await addNote(viewer, id, parsed.data.text, {
      submission: submissionKey,
      addsMentioned: sent.addsMentioned,
    });
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${id}/notes`;
    return {
      redirectTo: `${back}#note-${note}`,
      toast: { title: 'Success', text: 'Note added' },
    };
  },
  onError(error, { form }) {
    if (error.status === 404) return undefined;
    const message = `Failed to add the note. ${error.message}`;
    return data({ ...parseNoteForm(form), error: message }, error.status);
  },
});

function parseNoteForm(form: PostedForm<'text' | 'addsMentioned'>) {
  return { text: form.get('text') ?? '', addsMentioned: form.has('addsMentioned') };
}
