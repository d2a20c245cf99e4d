import { redirect } from '@remix-run/node';
import { parse } from 'cookie';
import { z } from 'zod';
import type { Toast } from '~/toast';
import { createSignedCookie } from './cookies.server';

const ToastSchema: z.ZodType<Toast> = z.object({
  title: z.string(),
  text: z.string().optional(),
  failed: z.boolean().optional(),
  undo: z.string().optional(),
  isBrief: z.boolean().optional(),
  deal: z.number().optional(),
});

const toastCookie = createSignedCookie('toast', { maxAge: 60, schema: ToastSchema });

export interface PageRedirect {
  redirectTo: string;
  toast?: Toast;
  replace?: boolean;
  status?: 303;
  headers?: Headers;
}

export async function respondWithRedirect(page: PageRedirect): Promise<Response> {
  const headers = new Headers(page.headers);
  if (page.replace) headers.set('X-Remix-Replace', 'true');
  if (page.toast) {
    const { title, text, failed = false, undo, isBrief, deal } = page.toast;
    const cookie = await toastCookie.write({ title, text, failed, undo, isBrief, deal });
    headers.append('Set-Cookie', cookie);
  }
  return redirect(page.redirectTo, { status: page.status, headers });
}

export function hasToast(request: Request): boolean {
  return parse(request.headers.get('Cookie') ?? '')[toastCookie.name] !== undefined;
}

export async function consumeToast(
  request: Request,
): Promise<{ toast?: Toast; clearCookie?: string }> {
  const toast = await toastCookie.read(request);
  return toast ? { toast, clearCookie: await toastCookie.clear() } : {};
}
