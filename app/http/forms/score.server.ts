import { data } from '@remix-run/node';
import { LIST_FORM_FIELDS } from '~/domain/deal/form-fields';
import { ScoreInput, ScoreReasonInput } from '~/domain/deal/schema';
import { type ScoreChange, updateDeal } from '~/domain/deal/update.server';
import { MAX_SCORE_REASON_LENGTH } from '~/domain/score/score';
import { truncate } from '~/domain/text/text';
import { type DomainError, parseInput } from '~/errors';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { getPathWithoutOpenCell } from './cell.server';
import type { UserSubmission } from './form-action.server';

const FAILED_MESSAGE = 'Failed to update evaluation score';

type ScoreSubmission = UserSubmission<(typeof LIST_FORM_FIELDS.text)[number]>;

/**
 * Saves an inline score edit, posted to the table's URL. An invalid value opens the cell again
 * without a message (rule 6.6). A score that somebody else changed meanwhile stays.
 */
export async function saveScore({ viewer, request, form }: ScoreSubmission) {
  const typed = form.get('evaluationScore') ?? '';
  const edit = ScoreInput.safeParse({ evaluationScore: typed });
  if (!edit.success) {
    const scoreReason = form.get('scoreReason');
    const seen = form.get('seen');
    return data({ evaluationScore: typed, scoreReason, seen }, 400);
  }
  await updateDeal(viewer, parseId(form.get('id')), edit.data, parseScoreChange(form));
  const toast = { title: 'Success', text: 'Evaluation score updated successfully' };
  return { redirectTo: getPathWithoutOpenCell(request), toast, replace: true };
}

export function rejectScore({ status, message }: DomainError, { request, form }: ScoreSubmission) {
  const { evaluationScore } = ScoreInput.parse({ evaluationScore: form.get('evaluationScore') });
  const text =
    status === 412
      ? `${FAILED_MESSAGE}. ${message} You entered ${evaluationScore?.toFixed(1)}.${repeatReason(form)}`
      : FAILED_MESSAGE;
  const toast = { title: 'Error', text, failed: true };
  return { redirectTo: getPathWithoutOpenCell(request), toast, replace: true };
}

/** Repeats a typed reason in an error message, as the form is gone; empty without one. */
export function repeatReason(form: PostedForm<'scoreReason'>): string {
  const reason = truncate(form.get('scoreReason')?.trim() ?? '', MAX_SCORE_REASON_LENGTH);
  return reason && ` Your reason was: ${reason}`;
}

export function parseScoreChange(form: PostedForm<'seen' | 'scoreReason'>): ScoreChange {
  const seen = form.get('seen');
  const scoreReason = form.get('scoreReason');
  return {
    seenScore: seen === null ? undefined : seen === '' ? null : Number(seen),
    ...parseInput(ScoreReasonInput, { scoreReason }),
  };
}
