import { expect } from 'vitest';
import { consumeToast } from '~/web/forms/toast.server';
import { request } from './cast';

/** The location that a response redirects to, and its toast: title, text, failed. */
export async function outcomeOf(answer: Response) {
  expect(answer.status).toBe(302);
  const cookie =
    answer.headers
      .getSetCookie()
      .find((set) => set.startsWith('toast='))
      ?.split(';', 1)[0] ?? '';
  const { toast } = await consumeToast(request('GET', '/', { as: { cookie } }));
  return [answer.headers.get('Location'), toast?.title, toast?.text, toast?.failed];
}

/** What `outcomeOf` returns for a success. */
export function success(to: string, text: string) {
  return [to, 'Success', text, false];
}
