import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { createSignedCookie } from './cookies.server';

/** A message shown once on the next page, as a toast or, without scripts, a banner. */
const Toast = z.object({
  title: z.string(),
  text: z.string().optional(),
  failed: z.boolean().optional(),
  /** The id of the operation that can be undone. */
  undo: z.string().optional(),
  /** Hides after seconds because there is another way to undo. */
  isBrief: z.boolean().optional(),
});
export type Toast = z.output<typeof Toast>;

const toastCookie = createSignedCookie('toast', { maxAge: 60, schema: Toast });

export function makeToast(title: string, text?: string, failed = false): Toast {
  return { title, text, failed };
}

export function appendPasswordHint(text: string, advice: string | undefined): string {
  return advice ? `${text} ${advice}` : text;
}

/** Redirects to a page of this site that will show the message. */
export async function redirectWithToast(
  to: string,
  { title, text, failed = false, undo, isBrief }: Toast,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await toastCookie.write({ title, text, failed, undo, isBrief }));
  return redirect(to, { headers });
}

/** Redirects a form within a page, without a new entry in the browser's history. */
export function replaceWithToast(back: string, toast: Toast): Promise<Response> {
  return redirectWithToast(back, toast, new Headers({ 'X-Remix-Replace': 'true' }));
}

/** Returns the message for this page, and the cookie that deletes it. */
export async function consumeToast(
  request: Request,
): Promise<{ toast?: Toast; clearCookie?: string }> {
  const toast = await toastCookie.read(request);
  return toast ? { toast, clearCookie: await toastCookie.clear() } : {};
}
