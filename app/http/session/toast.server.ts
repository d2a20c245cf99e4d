import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { createSignedCookie } from './cookies.server';

/** A message shown once on the next page: a toast or, without scripts, a banner. */
const Toast = z.object({
  title: z.string(),
  text: z.string().optional(),
  /** The destructive variant. */
  failed: z.boolean().optional(),
  /** The act that can be undone. */
  undo: z.string().optional(),
  /** It is gone in seconds, as there is another way to undo; others stay as long as it is possible. */
  isBrief: z.boolean().optional(),
});
export type Toast = z.output<typeof Toast>;

const toastCookie = createSignedCookie('toast', { maxAge: 60, schema: Toast });

export function makeToast(title: string, text?: string, failed = false): Toast {
  return { title, text, failed };
}

/** The text, and after it a hint on the password if there is one. */
export function appendPasswordHint(text: string, advice: string | undefined): string {
  return advice ? `${text} ${advice}` : text;
}

/** Redirects to a page of ours that will show the message. */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await toastCookie.write(toast));
  return redirect(to, { headers });
}

/** Likewise for a form within a page: sent by script, it adds no entry to the browser's history. */
export function replaceWithToast(back: string, toast: Toast): Promise<Response> {
  return redirectWithToast(back, toast, new Headers({ 'X-Remix-Replace': 'true' }));
}

/** The message for this page, and the cookie that deletes it. */
export async function consumeToast(request: Request): Promise<{ toast?: Toast; taken?: string }> {
  const toast = await toastCookie.read(request);
  return toast ? { toast, taken: await toastCookie.clear() } : {};
}
