import { getHomePath, isStaff } from '~/domain/access';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: { text: ['owner', 'back', 'stays', 'keepsShares'] },
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const { stays, keepsShares } = readBoxes(form);
    const { company, newOwner } = await transferDeal(viewer, id, form.get('owner') ?? '', {
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
  onError: (error, { form }) => replyWithChosenOwner(form, error, readBoxes(form)),
});

function readBoxes(form: PostedForm<'stays' | 'keepsShares'>) {
  return { stays: form.get('stays') === 'on', keepsShares: form.get('keepsShares') === 'on' };
}
