import { data } from '@remix-run/node';
import { assertDealReadable } from '~/domain/deal/get.server';
import { openRound } from '~/domain/round/open.server';
import { ROUND_FORM_FIELDS, RoundInput } from '~/domain/round/schema';
import { type FieldError, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: ROUND_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    await assertDealReadable(viewer, id);
    const input = { userIds: form.getAll('userIds').filter(Boolean), until: form.get('until') };
    const round = await openRound(viewer, id, parseInput(RoundInput, input));
    return {
      redirectTo: `/pipeline/${id}/round/${round}`,
      toast: { title: 'Success', text: 'Round opened' },
    };
  },
  onError({ status, message, errors }, { form }) {
    if (status !== 400 && status !== 409) return undefined;
    const sent = { until: form.get('until') ?? '', userIds: form.getAll('userIds') };
    const shown: FieldError[] = errors ?? [{ path: '', message }];
    return data({ ...sent, errors: shown }, status);
  },
});
