import { deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  buildDeletionRedirect,
  buildNothingSelectedRedirect,
  parseSelection,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  access: 'staff',
  fields: TRANSFER_FIELDS,
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? '/admin';
    const ids = parseSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'user');
    const deletion = await deleteUsers(viewer, ids, form.get('owner') ?? '');
    return buildDeletionRedirect(back, 'user', { selected: ids.length, ...deletion });
  },
  onError: (error, { form }) => replyWithChosenOwner(form, error),
});
