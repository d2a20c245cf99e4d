import { type AppLoadContext, redirect } from '@remix-run/node';
import { z } from 'zod';
import type { User } from '#db/schema';
import { logEvent, noteUser } from '~/log.server';
import { unauthorized } from '~/refusal';
import { formatDate } from '~/models/dates';
import { hashKey } from '~/models/key.server';
import { acceptFactor } from '~/models/second-factor/accept.server';
import { acceptCode } from '~/models/second-factor/codes.server';
import {
  beginLogin,
  countTry,
  findPendingLogin,
  takePendingLogin,
} from '~/models/second-factor/pending-login.server';
import type { SecondStep } from '~/models/second-factor/schema';
import { findNotice } from '~/models/second-factor/state.server';
import type { Login } from '~/models/user/schema';
import { readLocale } from './appearance.server';
import { signedCookie } from './cookies.server';
import { safePath } from '~/web/forms/request.server';
import { forgetSignup } from './signup.server';
import { withSecondStepThrottle } from './throttle.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { hasSecondFactor } from '~/models/second-factor/has.server';
import { addressAfterLogin, loginHeaders, logIn } from './password-login.server';

/** The login's two steps: the password, and for who has a second factor a code or passkey. */

const CODE_PAGE = '/login/code';
const CODE_NEEDED =
  'Two-step login is on for this account. Please send the code from the authenticator app as well.';

/** The key of a login of which the password was right. */
const cookie = signedCookie('second-step', { maxAge: 5 * 60, schema: z.string().min(1) });

/** Redirects to the second step, or logs in and goes to `to`. Throws 401, 403 and 429. */
export async function logInByForm(
  request: Request,
  credentials: Login,
  to: string | undefined,
  context: AppLoadContext,
): Promise<Response> {
  const user = await logIn(request, credentials, context);
  if (!(await hasSecondFactor(user.id))) return welcome(request, user, to);
  const path = safePath(to);
  const page = path ? `${CODE_PAGE}?${new URLSearchParams({ to: path })}` : CODE_PAGE;
  return redirect(page, { headers: { 'Set-Cookie': await cookie.write(await beginLogin(user)) } });
}

export interface BegunLogin {
  user: User;
  key: string;
}

/** Who has given the password in this browser within the last five minutes. */
export async function findBegunLogin(request: Request): Promise<BegunLogin | undefined> {
  const key = await cookie.read(request);
  const user = key && (await findPendingLogin(key));
  return user ? { user, key } : undefined;
}

/** Checks the second step, logs in and goes to `to` of the address. Throws 401 and 429. */
export async function finishLogin(
  request: Request,
  { user, key }: BegunLogin,
  step: SecondStep,
): Promise<Response> {
  noteUser(user.id);
  await withSecondStepThrottle(request, user, step.code, async () => {
    await countTry(key);
    await acceptFactor(user, hashKey(key), step);
  });
  await takePendingLogin(key);
  logEvent('login');
  const to = new URL(request.url).searchParams.get('to');
  return welcome(request, user, to ?? undefined, await cookie.clear());
}

/** For the API's login, after the password. Throws 401 and 429. */
export async function checkCode(
  request: Request,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!(await hasSecondFactor(user.id))) return;
  if (!code) throw unauthorized(CODE_NEEDED);
  await withSecondStepThrottle(request, user, code, () => acceptCode(user, code));
  logEvent('login');
}

/** Starts the session and goes to where the visitor wanted to go, or home. */
async function welcome(
  request: Request,
  user: User,
  wanted: string | undefined,
  ...cookies: string[]
): Promise<Response> {
  const changed = await findNotice(user.id);
  const headers = await loginHeaders(request, user);
  for (const one of [await forgetSignup(), ...cookies]) headers.append('Set-Cookie', one);
  const next = await addressAfterLogin(user, wanted);
  const notice = changed
    ? ` Your two-step login was changed on ${formatDate(changed, readLocale(request))}.`
    : '';
  return redirectWithToast(next, makeToast('Login successful', `Welcome back!${notice}`), headers);
}
