import { expect } from 'vitest';
import { consumeToast } from '~/web/toast.server';
import { request } from './cast';

/** Where an answer leads and what it says there: title, text, and whether it failed. */
export async function told(answer: Response) {
  expect(answer.status).toBe(302);
  const cookie =
    answer.headers
      .getSetCookie()
      .find((set) => set.startsWith('toast='))
      ?.split(';', 1)[0] ?? '';
  const { toast } = await consumeToast(request('GET', '/', { as: { cookie } }));
  return [answer.headers.get('Location'), toast?.title, toast?.text, toast?.failed];
}

/** What `told` gives for an act that went well. */
export function success(to: string, text: string) {
  return [to, 'Success', text, false];
}
