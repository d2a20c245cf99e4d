import { deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSeen, replyWithChangedDeals, replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  buildDeletionRedirect,
  buildNothingSelectedRedirect,
  parseSelection,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  access: 'staff',
  fields: { ...TRANSFER_FIELDS, text: [...TRANSFER_FIELDS.text, 'seenDeals'] },
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? '/admin';
    const ids = parseSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'user');
    const deletion = await deleteUsers(viewer, ids, {
      newOwner: form.get('owner') ?? '',
      seenDeals: parseSeen(form.get('seenDeals')),
    });
    return buildDeletionRedirect(back, 'user', { selected: ids.length, ...deletion });
  },
  onError: (error, { form }) =>
    replyWithChosenOwner(form, error) ?? replyWithChangedDeals(form, error),
});
