import { expect } from 'vitest';
import { consumeToast } from '~/http/session/toast.server';
import { getCookie } from './answers';
import { request } from './cast';

export async function readToast(answer: Response) {
  const cookie = getCookie(answer, 'toast') ?? '';
  return (await consumeToast(request('GET', '/', { as: { cookie } }))).toast;
}

/** Returns the location of a redirect, and its toast: title, text, failed. */
export async function readOutcome(answer: Response) {
  expect(answer.status).toBe(302);
  const toast = await readToast(answer);
  return [answer.headers.get('Location'), toast?.title, toast?.text, toast?.failed];
}

export function successOutcome(to: string, text: string) {
  return [to, 'Success', text, false];
}

export function failureOutcome(to: string, title: string, text: string) {
  return [to, title, text, true];
}
