import { transferDeals } from '~/domain/operations/transfer-deals.server';
import { formatCount } from '~/domain/text/text';
import { describeSkipped } from '~/format/operation-result';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  buildNothingSelectedRedirect,
  parseDealIds,
  parseSelection,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { HOME_PATH } from './view.server';

export const action = formAction({
  access: 'staff',
  fields: { ...TRANSFER_FIELDS, text: [...TRANSFER_FIELDS.text, 'keepsShares', 'seenOwners'] },
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const ids = parseSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'pipeline', 'transfer');
    const { newOwner, transferred, alreadyOwned, operationId } = await transferDeals(
      viewer,
      parseDealIds(ids),
      form.get('owner') ?? '',
      {
        keepsShares: form.get('keepsShares') === 'on',
        seenOwners: form.get('seenOwners') ?? undefined,
      },
    );
    const skipReasons = Array.from({ length: alreadyOwned }, () => `already ${newOwner}'s`);
    const skipped = describeSkipped({ gone: ids.length - transferred - alreadyOwned, skipReasons });
    const done = `${formatCount(transferred, 'deal')} transferred to ${newOwner}`;
    const toast = {
      title: transferred ? 'Success' : 'Nothing transferred',
      text: [done, skipped].filter(Boolean).join(', '),
      failed: !transferred,
      undo: operationId,
    };
    return { redirectTo: back, toast };
  },
  onError: (error, { form }) =>
    replyWithChosenOwner(form, error, { keepsShares: form.get('keepsShares') === 'on' }),
});
