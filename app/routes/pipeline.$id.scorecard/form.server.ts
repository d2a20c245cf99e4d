import { data } from '@remix-run/node';
import { CRITERION_KEYS, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { buildRecord } from '~/domain/record';
import { isEvaluatorOfRound } from '~/domain/round/get.server';
import type { VisibleRound } from '~/domain/round/reveal.server';
import {
  getScorecardVersion,
  recuseEvaluator,
  saveScorecard,
} from '~/domain/round/save-scorecard.server';
import { RecuseInput, ScorecardInput } from '~/domain/round/schema';
import { conflict, parseInput } from '~/errors';
import { formAction, type UserSubmission } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { catchDomainError } from '~/result.server';
import { getOwnRound, readRoundParam } from './own-round.server';

const CARD_FIELDS = [...CRITERION_KEYS, ...NOTES_KEYS, 'vote', 'reason'] as const;
const FORM_FIELDS = {
  text: [...CARD_FIELDS, 'recusal', 'intent', 'seen', 'round'],
} as const;
type CardSubmission = UserSubmission<(typeof FORM_FIELDS.text)[number]>;

export const action = formAction({
  fields: FORM_FIELDS,
  savesSubmission: true,
  async handler(submission) {
    const { viewer, params, form } = submission;
    const dealId = parseId(params.id);
    const { id: roundId } = await getSubmittedRound(submission);
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
      seenVersion: Number(form.get('seen') ?? 0),
    });
    return submit
      ? {
          redirectTo: `/pipeline/${dealId}/round/${roundId}`,
          toast: { title: 'Success', text: 'Scorecard submitted' },
        }
      : {
          redirectTo: `/pipeline/${dealId}/scorecard?round=${roundId}`,
          toast: { title: 'Success', text: 'Draft saved' },
        };
  },
  async onError({ status, message, errors }, submission) {
    if (status !== 400 && status !== 409) return undefined;
    const found = await catchDomainError(() => getSubmittedRound(submission));
    if (!found.ok) return undefined;
    const { isOpen, card } = found.value;
    const seen = submission.form.get('seen');
    const version = seen === null || status === 409 ? getScorecardVersion(card) : Number(seen);
    const text = explainConflict(message, found.value, submission.viewer.id);
    const shown = errors ?? [{ path: '', message: status === 409 ? text : message }];
    return data({ values: getTypedValues(submission), version, isOpen, errors: shown }, status);
  },
});

/** Throws 409 if the round has closed, also where the sender could see the deal only until then. */
async function getSubmittedRound({ viewer, request, params, form }: CardSubmission) {
  const dealId = parseId(params.id);
  const named = form.get('round') || readRoundParam(request);
  const found = await catchDomainError(() => getOwnRound(viewer, dealId, named));
  if (found.ok) return found.value;
  const isClosed = named && (await isEvaluatorOfRound(viewer, dealId, parseId(named)));
  throw isClosed ? conflict('This round is closed. Nothing was saved.') : found.error;
}

function explainConflict(message: string, round: VisibleRound, viewerId: string): string {
  if (!round.isOpen) return `${message} Nothing was saved.`;
  const isRecused = round.evaluators.some(
    ({ id, state }) => id === viewerId && state === 'recused',
  );
  return isRecused || !round.card ? message : `${message} Send it again to replace what is stored.`;
}

/** The page has two forms, and a browser sends the fields of one. */
function getTypedValues({ form }: CardSubmission): Record<string, string> {
  const sent = form.get('intent') === 'recuse' ? (['recusal'] as const) : CARD_FIELDS;
  return Object.fromEntries(sent.map((name) => [name, form.get(name) ?? '']));
}
