import { data } from '@remix-run/node';
import { getHomePath, isStaff } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { findOwnerEmail } from '~/domain/user/owners.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: { text: ['owner', 'seen', 'back', 'stays', 'keepsShares'] },
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const seen = form.get('seen');
    const { stays, keepsShares } = readBoxes(form);
    const { company, newOwner } = await transferDeal(viewer, id, form.get('owner') ?? '', {
      seenOwner: seen === null ? undefined : ((await findOwnerEmail(seen)) ?? ''),
      becomesCollaborator: stays,
      keepsShares,
    });
    const back =
      parseSafePath(form.get('back')) ??
      `/pipeline/${id}/history${buildFromQuery(request, viewer)}`;
    return {
      redirectTo: isStaff(viewer) || stays ? back : getHomePath(viewer),
      toast: { title: 'Success', text: `${company} transferred to ${newOwner}` },
    };
  },
  async onError(error, { viewer, params, form }) {
    const boxes = readBoxes(form);
    if (error.status !== 412)
      return replyWithChosenOwner(form, error, { ...boxes, seen: form.get('seen') });
    const { userId: seen } = await getDeal(viewer, parseId(params.id));
    const chosen = form.get('owner') ?? '';
    const message = `${error.message} Transfer it again to replace that.`;
    return data({ ...boxes, seen, chosen, error: message }, 412);
  },
});

function readBoxes(form: PostedForm<'stays' | 'keepsShares'>) {
  return { stays: form.get('stays') === 'on', keepsShares: form.get('keepsShares') === 'on' };
}
