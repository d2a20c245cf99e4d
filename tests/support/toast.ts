import { expect } from 'vitest';
import { consumeToast } from '~/http/session/toast.server';
import { getCookie } from './answers';
import { request } from './cast';

/** Returns the message that an answer leaves for the next page. */
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

/** Returns the outcome of a success, for comparison with `readOutcome`. */
export function successOutcome(to: string, text: string) {
  return [to, 'Success', text, false];
}

/** Returns the outcome of a failure, for comparison with `readOutcome`. */
export function failureOutcome(to: string, title: string, text: string) {
  return [to, title, text, true];
}
