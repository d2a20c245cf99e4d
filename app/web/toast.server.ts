import { createCookie, redirect } from '@remix-run/node';
import { isHttps, sessionSecrets } from '~/env.server';

/** A message for the next page: shown once, as a toast or, without scripts, as a banner. */
export interface Toast {
  title: string;
  text?: string;
  /** The destructive variant. */
  failed?: boolean;
}

const cookie = createCookie('toast', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isHttps,
  maxAge: 60,
  secrets: sessionSecrets(),
});

export function makeToast(title: string, text?: string, failed = false): Toast {
  return { title, text, failed };
}

/** Redirects to a page of ours that will show the message. */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await cookie.serialize(toast));
  return redirect(to, { headers });
}

/** The same for a form within a page, sent by script: the page stays where it is in the browser's history. */
export function stayWithToast(back: string, toast: Toast): Promise<Response> {
  return redirectWithToast(back, toast, new Headers({ 'X-Remix-Replace': 'true' }));
}

/** The message left for this page, and the cookie that takes it away. */
export async function consumeToast(request: Request): Promise<{ toast?: Toast; taken?: string }> {
  const toast: unknown = await cookie.parse(request.headers.get('Cookie')).catch(() => undefined);
  if (!toast || typeof toast !== 'object' || !('title' in toast)) return {};
  return { toast: toast as Toast, taken: await cookie.serialize('', { maxAge: 0 }) };
}
