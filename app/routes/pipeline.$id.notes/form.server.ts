import { data } from '@remix-run/node';
import { assertDealVisible } from '~/domain/deal/get.server';
import { addNote } from '~/domain/note/create.server';
import { NOTE_FORM, NoteInput } from '~/domain/note/schema';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: NOTE_FORM,
  savesSubmission: true,
  async handler({ viewer, params, form, submissionKey }) {
    const id = parseId(params.id);
    await assertDealVisible(viewer, id);
    const text = form.get('text') ?? '';
    const parsed = NoteInput.safeParse({ text });
    if (!parsed.success) return data({ error: parsed.error.issues[0]!.message, text }, 400);
    const note = await addNote(viewer, id, parsed.data.text, {
      submission: submissionKey,
      addsMentioned: form.has('addsMentioned'),
    });
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${id}/notes`;
    return {
      redirectTo: `${back}#note-${note}`,
      toast: { title: 'Success', text: 'Note added' },
    };
  },
  onError(error, { form }) {
    if (error.status === 404) return undefined;
    const text = form.get('text') ?? '';
    return data({ error: `Failed to add the note. ${error.message}`, text }, error.status);
  },
});
