import { data } from '@remix-run/node';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { buildRecord } from '~/domain/record';
import { recuseEvaluator, saveScorecard } from '~/domain/round/save-scorecard.server';
import { RecuseInput, ScorecardInput } from '~/domain/round/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { getOwnRound, readCardVersion } from './own-round.server';

const CRITERION_KEYS = CRITERIA.map(({ key }) => key);
const CARD_FIELDS = [...CRITERION_KEYS, ...NOTES_KEYS, 'vote', 'reason'] as const;

export const action = formAction({
  fields: { text: [...CARD_FIELDS, 'recusal', 'intent', 'seen'] },
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const dealId = parseId(params.id);
    const { id: roundId } = await getOwnRound(viewer, dealId);
    const intent = form.get('intent');
    if (intent === 'recuse') {
      const { reason } = parseInput(RecuseInput, { reason: form.get('recusal') ?? '' });
      await recuseEvaluator(viewer, dealId, roundId, reason);
      const toast = { title: 'Success', text: 'You have recused yourself' };
      return { redirectTo: `/pipeline/${dealId}/round/${roundId}`, toast };
    }
    const submit = intent === 'submit';
    const input = parseInput(ScorecardInput, {
      scores: buildRecord(CRITERION_KEYS, (key) => form.get(key)),
      notes: buildRecord(NOTES_KEYS, (key) => form.get(key)),
      vote: form.get('vote') || null,
      reason: form.get('reason'),
      submit,
    });
    await saveScorecard(viewer, { dealId, roundId }, input, {
      seen: Number(form.get('seen') ?? 0),
    });
    return submit
      ? {
          redirectTo: `/pipeline/${dealId}/round/${roundId}`,
          toast: { title: 'Success', text: 'Scorecard submitted' },
        }
      : {
          redirectTo: `/pipeline/${dealId}/scorecard`,
          toast: { title: 'Success', text: 'Draft saved' },
        };
  },
  async onError({ status, message, errors }, { viewer, params, form }) {
    if (status !== 400 && status !== 409) return undefined;
    const values = Object.fromEntries(CARD_FIELDS.map((name) => [name, form.get(name) ?? '']));
    const version = await readCardVersion(viewer, parseId(params.id));
    const text = `${message} Send it again to replace what is stored.`;
    const shown = errors ?? [{ path: '', message: status === 409 && version ? text : message }];
    return data({ values, version, errors: shown }, status);
  },
});
