import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSeen, replyWithChangedDeals, replyWithChosenOwner } from '~/http/forms/reply.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  access: 'staff',
  fields: { text: ['back', 'owner', 'seenDeals'] },
  async handler({ viewer, params, form }) {
    await deleteUser(viewer, params.id!, {
      newOwner: form.get('owner') ?? '',
      seenDeals: parseSeen(form.get('seenDeals')),
    });
    return {
      redirectTo: parseSafePath(form.get('back')) ?? '/admin',
      toast: { title: 'Success', text: 'User deleted successfully' },
    };
  },
  onError(error, { form }) {
    const reply = replyWithChosenOwner(form, error) ?? replyWithChangedDeals(form, error);
    const redirectTo = parseSafePath(form.get('back')) ?? '/admin';
    const toast = { title: 'Failed to delete user', text: error.message, failed: true };
    return reply ?? { redirectTo, toast };
  },
});
