import { addCollaborator, removeCollaborator } from '~/domain/collaborator/update.server';
import { assertDealReadable } from '~/domain/deal/get.server';
import { addMentionedCollaborator } from '~/domain/note/add-mentioned.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { isId, parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: { text: ['owner', 'remove', 'back', 'note'] },
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    await assertDealReadable(viewer, id);
    const here = `/pipeline/${id}/members`;
    const removed = form.get('remove');
    if (removed) {
      await removeCollaborator(viewer, id, removed);
      return { redirectTo: here, toast: { title: 'Success', text: 'Removed from this deal' } };
    }
    const owner = form.get('owner') ?? '';
    const note = form.get('note');
    const { name } = isId(note)
      ? await addMentionedCollaborator(viewer, { dealId: id, noteId: Number(note) }, owner)
      : await addCollaborator(viewer, id, owner);
    return {
      redirectTo: parseSafePath(form.get('back')) ?? here,
      toast: { title: 'Success', text: `${name} added to this deal` },
    };
  },
  onError: (error, { form }) =>
    form.get('remove') ? undefined : replyWithChosenOwner(form, error),
});
