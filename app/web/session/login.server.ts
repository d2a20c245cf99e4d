import { type AppLoadContext, redirect } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import type { User } from '#db/schema';
import { logEvent, noteUser } from '~/log.server';
import { Refusal, unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import { formatDate } from '~/models/dates';
import { hashKey } from '~/models/key.server';
import { acceptCode } from '~/models/second-factor/app.server';
import {
  acceptFactor,
  beginLogin,
  countTry,
  findPendingLogin,
  takePendingLogin,
} from '~/models/second-factor/login.server';
import type { SecondStep } from '~/models/second-factor/schema';
import { findNotice, hasSecondFactor } from '~/models/second-factor/state.server';
import { findSignupStatus, verifyLogin } from '~/models/user/login.server';
import type { Login } from '~/models/user/schema';
import { startAddress } from '~/models/view/start.server';
import { safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readLocale } from './appearance.server';
import { findRequestViewer, startSession } from './auth.server';
import { signedCookie } from './cookies.server';
import { countLogin } from './limits.server';
import { rememberDevice, withSecondStepThrottle, withThrottle } from './throttle.server';

/** The login's two steps: the password, and for who has a second factor a code or passkey. */

const CODE_PAGE = '/login/code';
const CODE_NEEDED =
  'Two-step login is on for this account. Please send the code from the authenticator app as well.';

const key = z.string().min(1);
/** The key of a login of which the password was right. */
const begun = signedCookie('second-step', { maxAge: 5 * 60, schema: key });
/** The random key of the browser's sign-up, while it waits for approval. */
const signupCookie = signedCookie('signup', { maxAge: 30 * 24 * 60 * 60, schema: key });

export async function readSignupStatus(
  request: Request,
): Promise<User['approvalStatus'] | undefined> {
  const signup = await signupCookie.read(request);
  return signup ? findSignupStatus(signup) : undefined;
}

const authenticator = new Authenticator<User>();
authenticator.use(
  new FormStrategy(({ form }) =>
    verifyLogin(String(form.get('email')), String(form.get('password'))),
  ),
  'form',
);

/** Checks email and password. Throws 401 or 403 (rule 1.14), and 429 after too many failures. */
async function checkPassword(
  request: Request,
  credentials: Login,
  { address = '' }: AppLoadContext,
): Promise<{ user: User; isTwoStep: boolean }> {
  const form = new Request(request.url, {
    method: 'POST',
    body: new URLSearchParams(credentials),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  try {
    const user = await withThrottle(request, credentials.email, address, () =>
      authenticator.authenticate('form', form),
    );
    noteUser(user.id);
    const isTwoStep = await hasSecondFactor(user.id);
    logEvent(isTwoStep ? 'password accepted' : 'login');
    return { user, isTwoStep };
  } catch (thrown) {
    if (thrown instanceof Refusal) logEvent('login refused', { status: thrown.status });
    throw thrown;
  }
}

/** Redirects to the second step, or logs in and goes to `to`. Throws 401, 403 and 429. */
export async function logInByForm(
  request: Request,
  credentials: Login,
  to: string | undefined,
  context: AppLoadContext,
): Promise<Response> {
  const { user, isTwoStep } = await checkPassword(request, credentials, context);
  if (!isTwoStep) return welcome(request, user, to);
  const path = safePath(to);
  const page = path ? `${CODE_PAGE}?${new URLSearchParams({ to: path })}` : CODE_PAGE;
  return redirect(page, { headers: { 'Set-Cookie': await begun.write(await beginLogin(user)) } });
}

/** For the API's login, which has both steps in one request. Throws 401, 403 and 429. */
export async function logInByApi(
  request: Request,
  { code, ...credentials }: Login & { code?: string },
  context: AppLoadContext,
): Promise<User> {
  const { user, isTwoStep } = await checkPassword(request, credentials, context);
  if (!isTwoStep) return user;
  if (!code) throw unauthorized(CODE_NEEDED);
  await withSecondStepThrottle(request, user, code, () => acceptCode(user, code));
  logEvent('login');
  return user;
}

export interface BegunLogin {
  user: User;
  key: string;
}

/** The user who gave the password in this browser within the last five minutes. */
export async function findBegunLogin(request: Request): Promise<BegunLogin | undefined> {
  const key = await begun.read(request);
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
  return welcome(request, user, to ?? undefined, await begun.clear());
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
  for (const cookie of [await signupCookie.clear(), ...cookies])
    headers.append('Set-Cookie', cookie);
  const next = await addressAfterLogin(user, wanted);
  const notice = changed
    ? ` Your two-step login was changed on ${formatDate(changed, readLocale(request))}.`
    : '';
  return redirectWithToast(next, makeToast('Login successful', `Welcome back!${notice}`), headers);
}

/**
 * The cookies of a login: the session, and the device cookie for the throttle. Throws 429 after too
 * many logins.
 */
export async function loginHeaders(
  request: Request,
  user: Pick<User, 'id' | 'email'>,
): Promise<Headers> {
  await countLogin(user);
  const headers = new Headers({ 'Set-Cookie': await startSession(request, user) });
  headers.append('Set-Cookie', await rememberDevice(user));
  return headers;
}

/** The same after a sign-up; who waits for approval gets the key that shows the decision later. */
export async function signupHeaders(
  request: Request,
  { user, key }: { user: User; key?: string },
): Promise<Headers> {
  return key
    ? new Headers({ 'Set-Cookie': await signupCookie.write(key) })
    : loginHeaders(request, user);
}

/** Where a login leads: to a page of ours that the visitor wanted, or to their start page. */
async function addressAfterLogin(user: Viewer, wanted: string | null | undefined): Promise<string> {
  const to = safePath(wanted);
  return to && !to.startsWith('/api/') ? to : startAddress(user);
}

/** For landing, login and sign-up: redirects a signed-in user to `to`, or to their start page. */
export async function requireNobody(request: Request, to?: string): Promise<void> {
  const viewer = await findRequestViewer(request);
  if (viewer) throw redirect(await addressAfterLogin(viewer, to));
}
