import { expect } from 'vitest';
import { consumeToast } from '~/web/forms/toast.server';
import { request } from './cast';
import { cookieOf } from './pipelines';

/** The message that an answer leaves for the next page. */
export async function toastOf(answer: Response) {
  const cookie = cookieOf(answer, 'toast') ?? '';
  return (await consumeToast(request('GET', '/', { as: { cookie } }))).toast;
}

/** The location that a response redirects to, and its toast: title, text, failed. */
export async function outcomeOf(answer: Response) {
  expect(answer.status).toBe(302);
  const toast = await toastOf(answer);
  return [answer.headers.get('Location'), toast?.title, toast?.text, toast?.failed];
}

/** What `outcomeOf` returns for a success. */
export function success(to: string, text: string) {
  return [to, 'Success', text, false];
}

/** The same for a failure. */
export function failure(to: string, title: string, text: string) {
  return [to, title, text, true];
}
