import { z } from 'zod';
import { redirect } from '@remix-run/node';
import { readLocale } from '~/web/session/appearance.server';
import { findRequestSession, loggedOut, SECOND_FACTOR_PAGE } from '~/web/session/auth.server';
import { MAX_FORM, readForm } from './request.server';
import { readCells } from './upload.server';
import type { Viewer } from '~/models/access';
import { formatDateTime } from '~/models/dates';
import { describeDraft, isKeepable, draftFormAt } from '~/models/draft/forms';
import { deleteDraft, DRAFT_SECONDS, saveDraft, listDrafts } from '~/models/draft/store.server';
import { newKey } from '~/models/key.server';
import { findPipeline } from '~/models/pipeline/write.server';
import { lastUserId } from '~/web/session/throttle.server';
import { signedCookie } from '~/web/session/cookies.server';

/** Drafts: forms that were sent after the session had ended, offered again after the login. */

export const DRAFTS_PAGE = '/drafts';
/** The query parameter with the draft's id, when a draft is sent. */
const SENT = 'draft';

const cookie = signedCookie('drafts', { maxAge: DRAFT_SECONDS, schema: z.string().min(1) });

/**
 * The viewer. Without a session, or before a second factor that is required, stores the form as a
 * draft and throws the 401 page, which leads to the login and then to the drafts, or a redirect to
 * where the factor is set up. Throws 400, 413 or 415 for a form that cannot be read.
 */
export async function requireUserOrSaveDraft(request: Request): Promise<Viewer> {
  const found = await findRequestSession(request);
  if (found && !found.mustSetUp) return found.viewer;
  const draftCookie = await saveSentAsDraft(request);
  if (found)
    throw redirect(SECOND_FACTOR_PAGE, {
      headers: draftCookie ? { 'Set-Cookie': draftCookie } : undefined,
    });
  if (draftCookie) throw loggedOut(DRAFTS_PAGE, { 'Set-Cookie': draftCookie });
  const { pathname, search } = new URL(request.url);
  throw loggedOut(pathname + search);
}

/** Returns the cookie with the draft's key; undefined if none was stored. Throws 400, 413, 415. */
async function saveSentAsDraft(request: Request): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const work = draftFormAt(pathname);
  const userId = work && (await lastUserId(request));
  if (!userId) return undefined;
  const sent = work.isUpload ? await readPasted(request) : await readForm(request, work.fields);
  const form = new URLSearchParams([...sent] as [string, string][]).toString();
  if (!isKeepable(work, sent) || form.length > MAX_FORM) return undefined;
  searchParams.delete(SENT);
  const path = searchParams.size ? `${pathname}?${searchParams}` : pathname;
  const key = (await cookie.read(request)) ?? newKey();
  return (await saveDraft(userId, key, { path, form })) ? cookie.write(key) : undefined;
}

async function readPasted(request: Request): Promise<FormData> {
  const pasted = new FormData();
  for (const [name, value] of (await readCells(request))?.fields ?? []) pasted.set(name, value);
  return pasted;
}

export async function hasDrafts(request: Request, viewer: Pick<Viewer, 'id'>): Promise<boolean> {
  const key = await cookie.read(request);
  return key !== undefined && (await listDrafts(viewer, key)).length > 0;
}

/** Whether this browser's last user has drafts in it, to be told before the login. */
export async function keepsDrafts(request: Request): Promise<boolean> {
  const id = await lastUserId(request);
  return id !== undefined && hasDrafts(request, { id });
}

export async function deleteSentDraft(request: Request, viewer: Viewer): Promise<void> {
  const id = new URL(request.url).searchParams.get(SENT);
  if (id) await deleteDraft(viewer, Number(id));
}

/** The viewer's drafts in this browser, as text and as form fields. */
export async function draftsView(request: Request, viewer: Viewer) {
  const key = await cookie.read(request);
  const forms = key ? await listDrafts(viewer, key) : [];
  return Promise.all(
    forms.map(async ({ id, path, form, sentAt }) => {
      const fields = [...new URLSearchParams(form)];
      const { title, dealId, values, isUpload } = describeDraft(path, new URLSearchParams(form));
      const company =
        dealId &&
        ((await findPipeline(viewer, dealId))?.companyName ?? 'a deal that no longer exists');
      return {
        id,
        title,
        company,
        sent: formatDateTime(sentAt, readLocale(request)),
        values,
        fields,
        isUpload,
        action: `${path}${path.includes('?') ? '&' : '?'}${SENT}=${id}`,
      };
    }),
  );
}
