import { createSessionStorage, redirect } from '@remix-run/node';
import { z } from 'zod';
import { databaseError } from '#db/errors';
import type { User } from '#db/schema';
import { sessionSecrets } from '~/env.server';
import { forbidden, unauthorized } from '~/refusal';
import { answerTo } from '~/web/http/json.server';
import { logEvent, noteUser } from '~/log.server';
import { isAdmin, isStaff, type Viewer } from '~/models/access';
import {
  createSession,
  deleteSession,
  findSession,
  findViewer,
  SESSION_SECONDS,
  type SessionData,
  updateSession,
} from '~/models/user/session.server';
import { countWrite } from './limits.server';
import { ASKS_FOR_TOKEN, findTokenUser } from './token.server';
import { signedCookie } from './cookies.server';
import { hasSecondFactor, mustHaveSecondFactor } from '~/models/second-factor/has.server';

export const LOGGED_OUT = 'Unauthorized: You are logged out. Logging in again...';
const STAFF_ONLY = 'Manager or admin access required. Redirecting...';
export const SECOND_FACTOR_PAGE = '/account/two-factor';
const SET_UP_FIRST = `Two-step login is required. Please set it up at ${SECOND_FACTOR_PAGE} first.`;
/** The minimum time between renewals of a session, in ms. */
const RENEW_EVERY = 60 * 60 * 1000;

// Signed by the secrets themselves, so that sessions from before cookies had secrets of their own
// last.
const cookie = signedCookie('session', {
  maxAge: SESSION_SECONDS,
  schema: z.string().min(1),
  secrets: sessionSecrets(),
});

const inFourteenDays = () => new Date(Date.now() + SESSION_SECONDS * 1000);

const storage = createSessionStorage<SessionData>({
  cookie: cookie.remix,
  createData: (data, expire) => createSession(data, expire ?? inFourteenDays()),
  readData: findSession,
  updateData: (id, data, expire) => updateSession(id, data, expire ?? inFourteenDays()),
  deleteData: deleteSession,
});

/** Starts a session with a new id and ends the current one. Returns the cookie to set. */
export async function startSession(request: Request, user: Pick<User, 'id'>): Promise<string> {
  await endSession(request);
  const session = await storage.getSession();
  session.set('userId', user.id);
  session.set('startedAt', Date.now());
  session.set('agent', request.headers.get('User-Agent')?.slice(0, 200) ?? '');
  return storage.commitSession(session);
}

/** Ends the session on the server. Returns the cookie to set. */
export async function endSession(request: Request): Promise<string> {
  const id = await sessionId(request);
  if (id) await deleteSession(id);
  if (id) logEvent('session ended');
  return cookie.clear();
}

export function sessionId(request: Request): Promise<string | undefined> {
  return cookie.read(request);
}

/** Undefined if signed out. Throws 429 after too many writes. */
export async function findRequestViewer(request: Request): Promise<Viewer | undefined> {
  return (await findRequestSession(request))?.viewer;
}

/**
 * The viewer, and whether they have to set up a second factor before anything else. Counts a request
 * that may write. Throws 429 after too many.
 */
export async function findRequestSession(
  request: Request,
): Promise<{ viewer: Viewer; mustSetUp: boolean } | undefined> {
  const id = await sessionId(request);
  const found = id ? await findViewer(id) : undefined;
  if (!found) return undefined;
  const { viewer, hasSecondFactor } = found;
  noteUser(viewer.id);
  await countWrite(request, viewer);
  return { viewer, mustSetUp: !hasSecondFactor && mustHaveSecondFactor(viewer) };
}

/**
 * Renews a session (14 days rolling). Returns the cookie, or undefined if it is too early or the
 * database cannot be written now: the next request tries again.
 */
export async function renewedSession(request: Request): Promise<string | undefined> {
  const id = await sessionId(request);
  const found = id ? await findViewer(id) : undefined;
  if (!found || found.expire.getTime() > Date.now() + SESSION_SECONDS * 1000 - RENEW_EVERY)
    return undefined;
  try {
    return await storage.commitSession(await storage.getSession(request.headers.get('Cookie')));
  } catch (error) {
    if (!databaseError(error)) throw error;
    return undefined;
  }
}

/**
 * For pages: the viewer. Throws the 401 page, which moves on to the login and back here, and a
 * redirect for who must set up a second factor first.
 */
export async function requireUser(request: Request): Promise<Viewer> {
  const { viewer, mustSetUp } = await requireSession(request);
  if (mustSetUp) throw redirect(SECOND_FACTOR_PAGE);
  return viewer;
}

/** The same for the page where the second factor is set up. */
export async function requireSession(
  request: Request,
): Promise<{ viewer: Viewer; mustSetUp: boolean }> {
  const found = await findRequestSession(request);
  if (found) return found;
  const { pathname, search } = new URL(request.url);
  throw loggedOut(pathname + search);
}

/** The 401 page. It moves on to the login, and from there to `next`, a path of ours. */
export function loggedOut(next: string, headers?: HeadersInit): Response {
  const login = `/api/login?${new URLSearchParams({ to: next })}`;
  return answerTo(unauthorized(LOGGED_OUT, login), headers);
}

/** For the admin area: an admin or a manager. Throws the 401 or 403 page (rule 12.5). */
export async function requireStaff(request: Request): Promise<Viewer> {
  return checkStaff(await requireUser(request));
}

/** Returns the viewer. Throws the 403 page unless they are an admin or a manager. */
export function checkStaff(viewer: Viewer): Viewer {
  if (!isStaff(viewer)) throw forbidden(STAFF_ONLY, '/api/login');
  return viewer;
}

/** For pages for admins. Throws the 401 or 403 page. */
export async function requireAdmin(request: Request): Promise<Viewer> {
  return checkAdmin(await requireUser(request));
}

/** Returns the viewer. Throws the 403 page unless they are an admin. */
function checkAdmin(viewer: Viewer): Viewer {
  if (!isAdmin(viewer)) throw forbidden('Admin access required. Redirecting...', '/api/login');
  return viewer;
}

/**
 * For the API: the viewer, by API token if one was sent, else by session. Throws 401, and 403 for
 * who must set up a second factor first.
 */
export async function requireApiUser(request: Request): Promise<Viewer> {
  const owner = await findTokenUser(request);
  if (owner) await countWrite(request, owner);
  if (owner && mustHaveSecondFactor(owner) && !(await hasSecondFactor(owner.id)))
    throw forbidden(SET_UP_FIRST);
  if (owner) return owner;
  const found = await findRequestSession(request);
  if (!found) throw answerTo(unauthorized(), ASKS_FOR_TOKEN);
  if (found.mustSetUp) throw forbidden(SET_UP_FIRST);
  return found.viewer;
}

export async function requireApiStaff(request: Request): Promise<Viewer> {
  const viewer = await requireApiUser(request);
  if (!isStaff(viewer)) throw forbidden('Manager or admin access required.');
  return viewer;
}

export async function requireApiAdmin(request: Request): Promise<Viewer> {
  const viewer = await requireApiUser(request);
  if (!isAdmin(viewer)) throw forbidden('Admin access required.');
  return viewer;
}
