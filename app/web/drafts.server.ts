import { z } from 'zod';
import { findRequestViewer, loggedOut } from './auth.server';
import { MAX_FORM, readForm } from './request.server';
import type { Viewer } from '~/models/access';
import { describeDraft, isKeepable, draftFormAt } from '~/models/draft/forms';
import { deleteDraft, DRAFT_SECONDS, saveDraft, listDrafts } from '~/models/draft/store.server';
import { newKey } from '~/models/key.server';
import { findPipeline } from '~/models/pipeline/write.server';
import { lastUserId } from './throttle.server';
import { signedCookie } from './cookies.server';

/** What was typed while the session ended: kept, offered after the login, sent or discarded. */

/** The page that offers it. */
export const DRAFTS_PAGE = '/drafts';
/** In the address that a kept form is sent to: its id. */
const SENT = 'kept';

/** The key to what this browser has left behind. */
const cookie = signedCookie('kept', { maxAge: DRAFT_SECONDS, schema: z.string().min(1) });

/**
 * For the action of a form whose input is stored as a draft: the viewer. Without a session, stores what
 * was sent and throws the 401 page, which moves on to the login and then to the drafts, or back
 * here where nothing was stored. Throws 413 or 415 for a form that cannot be read.
 */
export async function requireUserOrSaveDraft(request: Request): Promise<Viewer> {
  const viewer = await findRequestViewer(request);
  if (viewer) return viewer;
  const draftCookie = await saveSentAsDraft(request);
  if (draftCookie) throw loggedOut(DRAFTS_PAGE, { 'Set-Cookie': draftCookie });
  const { pathname, search } = new URL(request.url);
  throw loggedOut(pathname + search);
}

/**
 * Keeps a work form that came without a session, for the account that this browser last logged in to. Returns the cookie
 * by which it is found again; undefined where nothing is kept. Throws 413 or 415.
 */
async function saveSentAsDraft(request: Request): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const work = draftFormAt(pathname);
  const userId = work && (await lastUserId(request));
  if (!userId) return undefined;
  const sent = await readForm(request, work.fields);
  const form = new URLSearchParams([...sent] as [string, string][]).toString();
  if (!isKeepable(work, sent) || form.length > MAX_FORM) return undefined;
  searchParams.delete(SENT);
  const path = searchParams.size ? `${pathname}?${searchParams}` : pathname;
  const key = (await cookie.read(request)) ?? newKey();
  return (await saveDraft(userId, key, { path, form })) ? cookie.write(key) : undefined;
}

/** True when something that this account sent from this browser is kept. */
export async function hasDrafts(request: Request, viewer: Pick<Viewer, 'id'>): Promise<boolean> {
  const key = await cookie.read(request);
  return key !== undefined && (await listDrafts(viewer, key)).length > 0;
}

/** Forgets a kept form that was sent and has done what it was for. */
export async function deleteSentDraft(request: Request, viewer: Viewer): Promise<void> {
  const id = new URL(request.url).searchParams.get(SENT);
  if (id) await deleteDraft(viewer, Number(id));
}

/** What is kept for the viewer in this browser: in words, and as it is sent. */
export async function draftsView(request: Request, viewer: Viewer) {
  const key = await cookie.read(request);
  const forms = key ? await listDrafts(viewer, key) : [];
  return Promise.all(
    forms.map(async ({ id, path, form }) => {
      const fields = [...new URLSearchParams(form)];
      const { title, dealId, values } = describeDraft(path, new URLSearchParams(form));
      const company =
        dealId &&
        ((await findPipeline(viewer, dealId))?.companyName ?? 'a deal that is not there any more');
      return {
        id,
        title,
        company,
        values,
        fields,
        action: `${path}${path.includes('?') ? '&' : '?'}${SENT}=${id}`,
      };
    }),
  );
}
