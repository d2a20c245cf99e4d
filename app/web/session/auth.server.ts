import { createSessionStorage, redirect } from '@remix-run/node';
import { z } from 'zod';
import { databaseError } from '#db/errors';
import type { User } from '#db/schema';
import { env, sessionSecrets } from '~/env.server';
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
import { findTokenViewer } from '~/models/user/token.server';
import { signedCookie } from './cookies.server';
import { countWrite } from './limits.server';

export const LOGGED_OUT = 'Unauthorized: You are logged out. Logging in again...';
const STAFF_ONLY = 'Manager or admin access required. Redirecting...';
export const SECOND_FACTOR_PAGE = '/account/two-factor';
/** Before the key of a form that was sent after the session had ended: it is shown again there. */
export const LATE_PAGE = '/late/';
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

/** A viewer, and whether they have to set up a second factor before anything else. */
interface Admitted {
  viewer: Viewer;
  mustSetUp: boolean;
}

/** Counts a request that may write. Throws 429 after too many. */
export async function findRequestSession(request: Request): Promise<Admitted | undefined> {
  const id = await sessionId(request);
  const session = id ? await findViewer(id) : undefined;
  return session && admit(request, session);
}

async function admit(
  request: Request,
  { viewer, hasSecondFactor }: { viewer: Viewer; hasSecondFactor: boolean },
): Promise<Admitted> {
  noteUser(viewer.id);
  await countWrite(request, viewer);
  const who = env.REQUIRE_TWO_FACTOR;
  const mustHave = who === 'all' || (who === 'staff' && isStaff(viewer));
  return { viewer, mustSetUp: mustHave && !hasSecondFactor };
}

/**
 * Renews a session (14 days rolling). Returns the cookie, or undefined if it is too early or the
 * database cannot be written now: the next request tries again.
 */
export async function renewedSession(request: Request): Promise<string | undefined> {
  const id = await sessionId(request);
  const session = id ? await findViewer(id) : undefined;
  if (!session || session.expire.getTime() > Date.now() + SESSION_SECONDS * 1000 - RENEW_EVERY)
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
export async function requireSession(request: Request): Promise<Admitted> {
  const session = await findRequestSession(request);
  if (session) return session;
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
  const viewer = await requireUser(request);
  if (!isAdmin(viewer)) throw forbidden('Admin access required. Redirecting...', '/api/login');
  return viewer;
}

/** What a 401 of the API asks for (RFC 6750). */
const ASKS_FOR_TOKEN = { 'WWW-Authenticate': 'Bearer' };

/**
 * The API token that was sent; undefined if none was. Throws 401 if it is not valid, 403 if it may
 * only read and the request writes.
 */
async function findToken(request: Request) {
  const sent = /^bearer(?=\s|$)(.*)$/i.exec(request.headers.get('Authorization')?.trim() ?? '');
  if (!sent) return undefined;
  const token = await findTokenViewer(sent[1]!.trim());
  if (!token)
    throw answerTo(unauthorized('This API token is unknown or has expired.'), ASKS_FOR_TOKEN);
  noteUser(token.viewer.id);
  if (token.access === 'read' && !['GET', 'HEAD'].includes(request.method))
    throw forbidden('This API token is read-only.');
  return token;
}

/** For accounts, passwords and tokens. Throws 403 if a token was sent, 401 if it is not valid. */
export async function refuseToken(request: Request): Promise<void> {
  if (await findToken(request))
    throw forbidden('API tokens cannot be used here. Please sign in instead.');
}

/**
 * For the API: the viewer, by API token if one was sent, else by session. Throws 401, and 403 for
 * who must set up a second factor first.
 */
export async function requireApiUser(request: Request): Promise<Viewer> {
  const token = await findToken(request);
  const session = token ? await admit(request, token) : await findRequestSession(request);
  if (!session) throw answerTo(unauthorized(), ASKS_FOR_TOKEN);
  if (session.mustSetUp) throw forbidden(SET_UP_FIRST);
  return session.viewer;
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
