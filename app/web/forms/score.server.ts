import { data } from '@remix-run/node';
import { attempt } from '~/attempt.server';
import { parse } from '~/refusal';
import { type PostedForm, readForm, readId } from './request.server';
import { deleteSentLateForm } from './late-form.server';
import type { Viewer } from '~/models/access';
import { SCORE_FORM, ScoreEdit, ScoreReason } from '~/models/pipeline/schema';
import { type ScoreChange, updatePipeline } from '~/models/pipeline/write.server';
import { makeToast, stayWithToast } from './toast.server';

const FAILED = 'Failed to update evaluation score';

/**
 * The inline score edit of a table, posted to the table's URL. An invalid value opens the cell
 * again, without a message (rule 6.6). A score that somebody else has changed meanwhile stays.
 */
export async function saveScore(viewer: Viewer, request: Request) {
  const form = await readForm(request, SCORE_FORM);
  const typed = form.get('evaluationScore') ?? '';
  const edit = ScoreEdit.safeParse({ evaluationScore: typed });
  if (!edit.success) {
    const [scoreReason, seen] = [form.get('scoreReason'), form.get('seen')];
    return data({ evaluationScore: typed, scoreReason, seen }, 400);
  }
  const url = new URL(request.url);
  for (const name of ['score', 'late']) url.searchParams.delete(name);
  const back = url.pathname + url.search;
  const { refused } = await attempt(() =>
    updatePipeline(
      viewer,
      readId(String(form.get('id'))),
      edit.data,
      undefined,
      readScoreChange(form),
    ),
  );
  if (refused) {
    const { status, message } = refused;
    if (status < 500) await deleteSentLateForm(request, viewer);
    const text =
      status === 412
        ? `${FAILED}. ${message} You entered ${edit.data.evaluationScore?.toFixed(1)}.`
        : FAILED;
    return stayWithToast(back, makeToast('Error', text, true));
  }
  await deleteSentLateForm(request, viewer);
  return stayWithToast(back, makeToast('Success', 'Evaluation score updated successfully'));
}

/**
 * The score that the page showed, undefined if the form does not have it, and why it changes. Throws
 * 400 for a reason that is too long.
 */
export function readScoreChange(form: PostedForm<'seen' | 'scoreReason'>): ScoreChange {
  const [seen, scoreReason] = [form.get('seen'), form.get('scoreReason')];
  return {
    seenScore: seen === null ? undefined : seen === '' ? null : Number(seen),
    ...parse(ScoreReason, { scoreReason }),
  };
}
