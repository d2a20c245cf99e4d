import { data } from '@remix-run/node';
import { setOutcome } from '~/domain/decision/outcome.server';
import { OutcomeInput } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: { text: ['outcome', 'outcomeNote'] },
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    const input = parseInput(OutcomeInput, {
      outcome: form.get('outcome') || null,
      outcomeNote: form.get('outcomeNote') ?? undefined,
    });
    await setOutcome(viewer, id, parseId(params.decision), input);
    return { redirectTo: `/pipeline/${id}`, toast: { title: 'Success', text: 'Outcome saved' } };
  },
  onError(error, { form }) {
    if (error.status !== 400) return undefined;
    const sent = {
      outcome: form.get('outcome') ?? '',
      outcomeNote: form.get('outcomeNote') ?? '',
    };
    return data({ sent, errors: error.errors ?? [] }, 400);
  },
});
