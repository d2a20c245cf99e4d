import { type AppLoadContext, redirect } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { User } from '#db/schema';
import { logEvent, noteUser } from '~/log.server';
import { Refusal } from '~/refusal';
import type { Viewer } from '~/models/access';
import { hasSecondFactor } from '~/models/second-factor/has.server';
import { verifyLogin } from '~/models/user/write.server';
import { startAddress } from '~/models/view/list.server';
import { safePath } from '~/web/forms/request.server';
import { findRequestViewer, startSession } from './auth.server';
import { countLogin } from './limits.server';
import { rememberDevice, withThrottle } from './throttle.server';

/** The first step of a login, and where it leads. */

const authenticator = new Authenticator<User>();
authenticator.use(
  new FormStrategy(({ form }) =>
    verifyLogin(String(form.get('email')), String(form.get('password'))),
  ),
  'form',
);

/** Checks email and password. Throws 401 or 403 (rule 1.14), and 429 after too many failures. */
export async function logIn(
  request: Request,
  credentials: { email: string; password: string },
  { address = '' }: AppLoadContext,
): Promise<User> {
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
    logEvent((await hasSecondFactor(user.id)) ? 'password accepted' : 'login');
    return user;
  } catch (thrown) {
    if (thrown instanceof Refusal) logEvent('login refused', { status: thrown.status });
    throw thrown;
  }
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

/** Where a login leads: to a page of ours that the visitor wanted, or to their start page. */
export async function addressAfterLogin(
  user: Viewer,
  wanted: string | null | undefined,
): Promise<string> {
  const to = safePath(wanted);
  return to && !to.startsWith('/api/') ? to : startAddress(user);
}

/** For landing, login and sign-up: leads whoever is signed in to `to`, or to their start page. */
export async function requireNobody(request: Request, to?: string): Promise<void> {
  const viewer = await findRequestViewer(request);
  if (viewer) throw redirect(await addressAfterLogin(viewer, to));
}
