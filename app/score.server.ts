import { data } from '@remix-run/node';
import { readId, refusalOf } from './http.server';
import type { Viewer } from './models/access';
import { ScoreEdit } from './models/pipeline-schema';
import { updatePipeline } from './models/pipeline.server';
import { makeToast, redirectWithToast } from './toast.server';

/**
 * The inline score edit of a table, posted to the table's own address. A value outside 0 to 10 changes nothing and is
 * answered with the open cell again, without a message (spec §5).
 */
export async function saveScore(viewer: Viewer, url: URL, form: FormData) {
  const typed = String(form.get('evaluationScore') ?? '');
  const edit = ScoreEdit.safeParse({ evaluationScore: typed });
  if (!edit.success) return data({ refusedScore: typed }, 400);
  url.searchParams.delete('score');
  const back = url.pathname + url.search;
  try {
    await updatePipeline(viewer, readId(String(form.get('id'))), edit.data);
  } catch (thrown) {
    await refusalOf(thrown);
    return redirectWithToast(back, makeToast('Error', 'Failed to update evaluation score', true));
  }
  return redirectWithToast(back, makeToast('Success', 'Evaluation score updated successfully'));
}
