import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { SCORE_FORM_FIELDS } from '~/domain/deal/form-fields';
import { ScoreInput, ScoreReasonInput } from '~/domain/deal/schema';
import { type ScoreChange, updateDeal } from '~/domain/deal/update.server';
import { parseInput } from '~/errors';
import { type PostedForm, readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { makeToast, replaceWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { deleteResentSubmission } from './saved-submission.server';

const FAILED_MESSAGE = 'Failed to update evaluation score';

/**
 * Saves an inline score edit, posted to the table's URL. An invalid value opens the cell again
 * without a message (rule 6.6). A score that somebody else changed meanwhile stays.
 */
export async function saveScore(viewer: Viewer, request: Request) {
  const form = await readForm(request, SCORE_FORM_FIELDS);
  const typed = form.get('evaluationScore') ?? '';
  const edit = ScoreInput.safeParse({ evaluationScore: typed });
  if (!edit.success) {
    const [scoreReason, seen] = [form.get('scoreReason'), form.get('seen')];
    return data({ evaluationScore: typed, scoreReason, seen }, 400);
  }
  const url = new URL(request.url);
  for (const name of ['score', 'late']) url.searchParams.delete(name);
  const back = url.pathname + url.search;
  const { refused } = await catchDomainError(() =>
    updateDeal(viewer, parseId(String(form.get('id'))), edit.data, readScoreChange(form)),
  );
  if (refused) {
    const { status, message } = refused;
    if (status < 500) await deleteResentSubmission(request, viewer);
    const text =
      status === 412
        ? `${FAILED_MESSAGE}. ${message} You entered ${edit.data.evaluationScore?.toFixed(1)}.`
        : FAILED_MESSAGE;
    return replaceWithToast(back, makeToast('Error', text, true));
  }
  await deleteResentSubmission(request, viewer);
  return replaceWithToast(back, makeToast('Success', 'Evaluation score updated successfully'));
}

/**
 * Parses the score that the page showed (undefined if the form lacks it) and the reason. Throws 400
 * for a reason that is too long.
 */
export function readScoreChange(form: PostedForm<'seen' | 'scoreReason'>): ScoreChange {
  const [seen, scoreReason] = [form.get('seen'), form.get('scoreReason')];
  return {
    seenScore: seen === null ? undefined : seen === '' ? null : Number(seen),
    ...parseInput(ScoreReasonInput, { scoreReason }),
  };
}
