import { applyMedians } from '~/domain/round/apply-medians.server';
import { closeRound } from '~/domain/round/close.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: { text: ['intent'] },
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    const round = parseId(params.round);
    const redirectTo = `/pipeline/${id}/round/${round}`;
    if (form.get('intent') === 'medians') {
      const undo = await applyMedians(viewer, id, round);
      return { redirectTo, toast: { title: 'Success', text: 'Medians used', undo } };
    }
    await closeRound(viewer, id, round);
    return { redirectTo, toast: { title: 'Success', text: 'Round closed' } };
  },
});
