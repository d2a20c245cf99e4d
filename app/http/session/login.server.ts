import { type AppLoadContext, redirect } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import type { User } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { verifyCode } from '~/domain/second-factor/code.server';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { findSecondFactorNotice } from '~/domain/second-factor/notice.server';
import {
  completePendingLogin,
  createPendingLogin,
  findPendingLogin,
  recordLoginAttempt,
} from '~/domain/second-factor/pending-login.server';
import type { SecondStep } from '~/domain/second-factor/schema';
import { verifySecondFactor } from '~/domain/second-factor/verify.server';
import { findSignupStatus } from '~/domain/user/get.server';
import { verifyLogin } from '~/domain/user/login.server';
import type { Login } from '~/domain/user/login-schema';
import { DomainError, unauthorized } from '~/errors';
import { formatDate } from '~/format/date';
import { addReturnPath, parseSafePath } from '~/http/request/safe-path.server';
import { getStartPath } from '~/http/session/start-path.server';
import { logEvent, setRequestUser } from '~/log.server';
import { readLocale } from './appearance.server';
import { createSignedCookie } from './cookies.server';
import { rememberDevice } from './device.server';
import { findRequestViewer } from './guards.server';
import { enforceLoginLimit } from './limits.server';
import { startSession } from './session.server';
import { withLoginThrottle, withSecondStepThrottle } from './throttle.server';
import { respondWithRedirect } from './toast.server';

const CODE_PAGE = '/login/code';
const CODE_NEEDED_MESSAGE =
  'Two-step login is on for this account. Please send the code from the authenticator app as well.';

const KeySchema = z.string().min(1);
const pendingLoginCookie = createSignedCookie('second-step', { maxAge: 5 * 60, schema: KeySchema });
const signupCookie = createSignedCookie('signup', { maxAge: 30 * 24 * 60 * 60, schema: KeySchema });

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
    const user = await withLoginThrottle(request, credentials.email, address, () =>
      authenticator.authenticate('form', form),
    );
    setRequestUser(user.id);
    const isTwoStep = await hasSecondFactor(user.id);
    logEvent(isTwoStep ? 'password accepted' : 'login');
    return { user, isTwoStep };
  } catch (thrown) {
    if (thrown instanceof DomainError) logEvent('login refused', { status: thrown.status });
    throw thrown;
  }
}

export async function signInByForm(
  request: Request,
  credentials: Login,
  to: string | undefined,
  context: AppLoadContext,
): Promise<Response> {
  const { user, isTwoStep } = await checkPassword(request, credentials, context);
  if (!isTwoStep) return completeLogin(request, user, to);
  return redirect(addReturnPath(CODE_PAGE, parseSafePath(to)), {
    headers: { 'Set-Cookie': await pendingLoginCookie.write(await createPendingLogin(user)) },
  });
}

export async function signInByApi(
  request: Request,
  { code, ...credentials }: Login & { code?: string },
  context: AppLoadContext,
): Promise<User> {
  const { user, isTwoStep } = await checkPassword(request, credentials, context);
  if (!isTwoStep) return user;
  if (!code) throw unauthorized(CODE_NEEDED_MESSAGE);
  await withSecondStepThrottle(request, user, code, () => verifyCode(user, code));
  logEvent('login');
  return user;
}

export interface PendingLogin {
  user: User;
  key: string;
}

export async function findRequestPendingLogin(request: Request): Promise<PendingLogin | undefined> {
  const key = await pendingLoginCookie.read(request);
  const user = key && (await findPendingLogin(key));
  return user ? { user, key } : undefined;
}

export async function finishLogin(
  request: Request,
  { user, key }: PendingLogin,
  step: SecondStep,
): Promise<Response> {
  setRequestUser(user.id);
  await withSecondStepThrottle(request, user, step.code, async () => {
    await recordLoginAttempt(key);
    await verifySecondFactor(user, hashKey(key), step);
  });
  await completePendingLogin(key);
  logEvent('login');
  const to = new URL(request.url).searchParams.get('to');
  return completeLogin(request, user, to ?? undefined, await pendingLoginCookie.clear());
}

async function completeLogin(
  request: Request,
  user: User,
  wanted: string | undefined,
  ...cookies: string[]
): Promise<Response> {
  const changed = await findSecondFactorNotice(user.id);
  const headers = await createLoginHeaders(request, user);
  for (const cookie of [await signupCookie.clear(), ...cookies])
    headers.append('Set-Cookie', cookie);
  const next = await getPathAfterLogin(user, wanted);
  const notice = changed
    ? ` Your two-step login was changed on ${formatDate(changed, readLocale(request))}.`
    : '';
  const toast = { title: 'Login successful', text: `Welcome back!${notice}` };
  return respondWithRedirect({ redirectTo: next, toast, headers });
}

export async function createLoginHeaders(
  request: Request,
  user: Pick<User, 'id' | 'email'>,
): Promise<Headers> {
  await enforceLoginLimit(user);
  const headers = new Headers({ 'Set-Cookie': await startSession(request, user) });
  headers.append('Set-Cookie', await rememberDevice(request, user));
  return headers;
}

export async function createSignupHeaders(
  request: Request,
  { user, key }: { user: User; key?: string },
): Promise<Headers> {
  return key
    ? new Headers({ 'Set-Cookie': await signupCookie.write(key) })
    : createLoginHeaders(request, user);
}

async function getPathAfterLogin(user: Viewer, wanted: string | null | undefined): Promise<string> {
  const to = parseSafePath(wanted);
  return to && !to.startsWith('/api/') ? to : getStartPath(user);
}

/** Redirects a signed-in user from landing, login and sign-up to `to`, or to their start page. */
export async function requireSignedOut(request: Request, to?: string): Promise<void> {
  const viewer = await findRequestViewer(request);
  if (viewer) throw redirect(await getPathAfterLogin(viewer, to));
}
