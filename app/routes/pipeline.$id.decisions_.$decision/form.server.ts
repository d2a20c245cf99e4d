import { data } from '@remix-run/node';
import { assertDealReadable } from '~/domain/deal/get.server';
import { getDecision } from '~/domain/decision/list.server';
import { getOutcomeVersion, setOutcome } from '~/domain/decision/outcome.server';
import { NO_OUTCOME_LABEL, OUTCOME_LABELS } from '~/domain/decision/outcomes';
import { OutcomeInput } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: { text: ['outcome', 'outcomeNote', 'seen'] },
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    await assertDealReadable(viewer, id);
    const input = parseInput(OutcomeInput, {
      outcome: form.get('outcome') || null,
      outcomeNote: form.get('outcomeNote') ?? undefined,
    });
    await setOutcome(viewer, id, parseId(params.decision), {
      ...input,
      seen: form.get('seen') ?? undefined,
    });
    return { redirectTo: `/pipeline/${id}`, toast: { title: 'Success', text: 'Outcome saved' } };
  },
  async onError({ status, errors }, { viewer, params, form }) {
    if (status !== 400 && status !== 409) return undefined;
    const sent = {
      outcome: form.get('outcome') ?? '',
      outcomeNote: form.get('outcomeNote') ?? '',
      seen: form.get('seen') ?? '',
    };
    if (status === 400) return data({ sent, stored: undefined, errors: errors ?? [] }, 400);
    const { decision } = await getDecision(viewer, parseId(params.id), parseId(params.decision));
    const stored = {
      outcome: decision.outcome ? OUTCOME_LABELS[decision.outcome] : NO_OUTCOME_LABEL,
      outcomeNote: decision.outcomeNote,
    };
    const resent = { ...sent, seen: getOutcomeVersion(decision) };
    return data({ sent: resent, stored, errors: [] }, 409);
  },
});
