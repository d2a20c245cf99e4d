import { type AppLoadContext, redirect } from '@remix-run/node';
import { z } from 'zod';
import type { User } from '#db/schema';
import { logEvent, noteUser } from '~/log.server';
import { unauthorized } from '~/refusal.server';
import { formatDate } from '~/models/dates';
import { hashKey } from '~/models/key.server';
import { acceptCode } from '~/models/second-factor/codes.server';
import { acceptPasskey } from '~/models/second-factor/passkey.server';
import type { SecondStep } from '~/models/second-factor/schema';
import { findNotice, hasSecondFactor } from '~/models/second-factor/state.server';
import type { Login } from '~/models/user/schema';
import { findUserForLogin } from '~/models/user/write.server';
import { startAddress } from '~/models/view/list.server';
import { readLocale } from './appearance.server';
import { loginHeaders, logIn } from './auth.server';
import { signedCookie } from './cookies.server';
import { DRAFTS_PAGE, hasDrafts } from './drafts.server';
import { safePath } from './request.server';
import { forgetSignup } from './signup.server';
import { withCodeThrottle } from './throttle.server';
import { makeToast, redirectWithToast } from './toast.server';

/** The login's two steps: the password, and for who has a second factor a code or passkey. */

const CODE_PAGE = '/login/code';
const SECOND_STEP_SECONDS = 5 * 60;
const CODE_NEEDED =
  'Two-step login is on for this account. Please send the code from the authenticator app as well.';

/** Who has given the right password. Not valid any more once that password has changed. */
const PasswordGiven = z.object({
  userId: z.string(),
  password: z.string(),
  until: z.number(),
  to: z.string().optional(),
});
const cookie = signedCookie('second-step', {
  maxAge: SECOND_STEP_SECONDS,
  schema: PasswordGiven,
});

/** Redirects to the second step, or logs in and goes to `to`. Throws 401, 403 and 429. */
export async function logInByForm(
  request: Request,
  credentials: Login,
  to: string | undefined,
  context: AppLoadContext,
): Promise<Response> {
  const user = await logIn(request, credentials, context);
  if (!(await hasSecondFactor(user.id))) return welcome(request, user, to);
  const given = {
    userId: user.id,
    password: hashKey(user.password),
    until: Date.now() + SECOND_STEP_SECONDS * 1000,
    to,
  };
  return redirect(CODE_PAGE, { headers: { 'Set-Cookie': await cookie.write(given) } });
}

/** Who has given the password within the last five minutes, and where they wanted to go. */
export async function findSecondStep(
  request: Request,
): Promise<{ user: User; to?: string } | undefined> {
  const given = await cookie.read(request);
  if (!given || given.until < Date.now()) return undefined;
  const user = await findUserForLogin(given.userId);
  return user && hashKey(user.password) === given.password ? { user, to: given.to } : undefined;
}

/** Checks the second step and logs in. Throws 401 and 429. */
export async function finishLogin(
  request: Request,
  { user, to }: { user: User; to?: string },
  step: SecondStep,
): Promise<Response> {
  noteUser(user.id);
  await withCodeThrottle(user.id, () =>
    step.credential ? acceptPasskey(user.id, step.credential) : acceptCode(user, step.code ?? ''),
  );
  logEvent('login');
  return welcome(request, user, to, await cookie.clear());
}

/** For the API's login, after the password. Throws 401 and 429. */
export async function checkCode(user: User, code: string | undefined): Promise<void> {
  if (!(await hasSecondFactor(user.id))) return;
  if (!code) throw unauthorized(CODE_NEEDED);
  await withCodeThrottle(user.id, () => acceptCode(user, code));
  logEvent('login');
}

/** Starts the session and goes to the drafts, to where the visitor wanted to go, or home. */
async function welcome(
  request: Request,
  user: User,
  wanted: string | undefined,
  ...cookies: string[]
): Promise<Response> {
  const changed = await findNotice(user.id);
  const headers = await loginHeaders(request, user);
  for (const one of [await forgetSignup(), ...cookies]) headers.append('Set-Cookie', one);
  const to = safePath(wanted);
  const next = (await hasDrafts(request, user))
    ? DRAFTS_PAGE
    : to && !to.startsWith('/api/')
      ? to
      : await startAddress(user);
  const notice = changed
    ? ` Your two-step login was changed on ${formatDate(changed, readLocale(request))}.`
    : '';
  return redirectWithToast(next, makeToast('Login successful', `Welcome back!${notice}`), headers);
}
