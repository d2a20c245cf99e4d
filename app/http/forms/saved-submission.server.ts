import { redirect } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import {
  deleteSavedSubmission,
  findSavedSubmission,
  saveSubmission,
} from '~/domain/saved-submission/saved-submission.server';
import { type PostedForm, readSubmittedForm } from '~/http/request/form.server';
import { addReturnPath } from '~/http/request/safe-path.server';
import { readLastUserId } from '~/http/session/device.server';
import {
  findRequestSession,
  OPENED_BY_FIELD,
  respondWithSignedOut,
  SAVED_SUBMISSION_PATH,
  SECOND_FACTOR_PAGE,
} from '~/http/session/guards.server';
import { enforceWriteLimit } from '~/http/session/limits.server';
import { readPastedCells } from './import-file.server';

/**
 * Saves forms that are sent after the session ended, and shows them again after the login (rule
 * 12.13).
 */

export const SUBMISSION_PARAM = 'late';

/**
 * Returns the viewer. Without a session or a required second factor, saves the form and throws the
 * 401 page or a redirect, both of which lead back to the form. Throws 400 or 413 for an unreadable
 * form.
 */
export async function requireUserOrSaveSubmission(request: Request): Promise<Viewer> {
  const session = await findRequestSession(request);
  if (session) await enforceWriteLimit(request, session.viewer);
  if (session && !session.mustSetUpSecondFactor) return session.viewer;
  const next = await saveRequestForm(request);
  if (!session) throw respondWithSignedOut(next);
  throw redirect(addReturnPath(SECOND_FACTOR_PAGE, next));
}

async function saveRequestForm(request: Request): Promise<string> {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete(SUBMISSION_PARAM);
  const path = searchParams.size ? `${pathname}?${searchParams}` : pathname;
  const lastUserId = await readLastUserId(request);
  const sent =
    lastUserId && ((await readSubmittedForm(request)) ?? (await readPastedCells(request)));
  if (!sent) return path;
  const openedBy = sent.fields.find(([name]) => name === OPENED_BY_FIELD)?.[1];
  const key = await saveSubmission(openedBy || lastUserId, { path, fields: sent.fields });
  return key ? SAVED_SUBMISSION_PATH + key : path;
}

export async function readSavedSubmission(request: Request, viewer: Viewer | undefined) {
  const key = new URL(request.url).searchParams.get(SUBMISSION_PARAM);
  const form = key && viewer && (await findSavedSubmission(viewer, key));
  if (!form) return undefined;
  const values: Record<string, string | string[]> = {};
  for (const [name] of form.fields) {
    const sent = form.fields
      .filter((field) => field[0] === name)
      .map(([, value]) => value.replace(/\r\n?/g, '\n'));
    values[name] = sent.length > 1 ? sent.filter(Boolean) : sent[0]!;
  }
  return { key, values };
}

/** Returns a saved form for a page that parses forms itself. */
export async function readSavedForm(
  request: Request,
  viewer: Viewer,
): Promise<PostedForm<string> | undefined> {
  const saved = await readSavedSubmission(request, viewer);
  if (!saved) return undefined;
  const form = new FormData();
  for (const [name, sent] of Object.entries(saved.values))
    for (const value of [sent].flat()) form.append(name, value);
  return form as PostedForm<string>;
}

export async function deleteSavedSubmissionOfRequest(
  request: Request,
  viewer: Viewer,
): Promise<void> {
  const key = new URL(request.url).searchParams.get(SUBMISSION_PARAM);
  if (key) await deleteSavedSubmission(viewer, key);
}
