import { redirect } from '@remix-run/node';
import type { Viewer } from '~/models/access';
import { deleteLateForm, findLateForm, saveLateForm } from '~/models/late-form/store.server';
import { startAddress } from '~/models/view/start.server';
import {
  findRequestSession,
  LATE_PAGE,
  loggedOut,
  SECOND_FACTOR_PAGE,
} from '~/web/session/auth.server';
import { readSentForm } from './request.server';
import { lastUserId } from '~/web/session/throttle.server';
import { redirectWithToast, type Toast } from './toast.server';
import { readCells } from './upload.server';

/** A form that was sent after the session had ended is there again after the login (rule 12.13). */

/** The query parameter with the form's key, in the address of the page that shows it again. */
const LATE = 'late';

/**
 * The viewer. Without a session, or before a second factor that is required, keeps the form and
 * throws the 401 page or the redirect to where the factor is set up: both lead back to the form.
 * Throws 400 or 413 for a form that cannot be read.
 */
export async function requireUserOrKeepForm(request: Request): Promise<Viewer> {
  const session = await findRequestSession(request);
  if (session && !session.mustSetUp) return session.viewer;
  const next = await keepForm(request);
  if (!session) throw loggedOut(next);
  throw redirect(`${SECOND_FACTOR_PAGE}?${new URLSearchParams({ to: next })}`);
}

/** Where the form is shown again: the page itself if it was not kept, as one with a password. */
async function keepForm(request: Request): Promise<string> {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete(LATE);
  const path = searchParams.size ? `${pathname}?${searchParams}` : pathname;
  const userId = await lastUserId(request);
  const sent = userId && ((await readSentForm(request)) ?? (await readCells(request)));
  const key = sent && (await saveLateForm(userId, { path, fields: sent.fields }));
  return key ? LATE_PAGE + key : path;
}

/** The page that shows the form again; home for anybody but its user. */
export async function lateFormAddress(viewer: Viewer, key: string): Promise<string> {
  const form = await findLateForm(viewer, key);
  if (!form) return startAddress(viewer);
  return `${form.path}${form.path.includes('?') ? '&' : '?'}${LATE}=${key}`;
}

/** The values that the page's form was sent with, line ends as LF. */
export async function readLateForm(request: Request, viewer: Viewer | undefined) {
  const key = new URL(request.url).searchParams.get(LATE);
  const form = key && viewer && (await findLateForm(viewer, key));
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

/** Leads on from a form that was stored. */
export async function leaveForm(
  request: Request,
  viewer: Viewer,
  to: string,
  toast: Toast,
): Promise<Response> {
  await deleteSentLateForm(request, viewer);
  return redirectWithToast(to, toast);
}

/** Once it is saved. */
export async function deleteSentLateForm(request: Request, viewer: Viewer): Promise<void> {
  const key = new URL(request.url).searchParams.get(LATE);
  if (key) await deleteLateForm(viewer, key);
}
