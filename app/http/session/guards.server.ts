import { redirect } from '@remix-run/node';
import { isAdmin, isStaff, type Viewer } from '~/domain/access';
import { findViewer } from '~/domain/session/viewer.server';
import { env } from '~/env.server';
import { forbidden, unauthorized } from '~/errors';
import { respondWithError } from '~/http/responses/json.server';
import { setRequestUser } from '~/log.server';
import { countWrite } from './limits.server';
import { readSessionId } from './session.server';

export const LOGGED_OUT_MESSAGE = 'Unauthorized: You are logged out. Logging in again...';

const STAFF_ONLY_MESSAGE = 'Manager or admin access required. Redirecting...';

export const SECOND_FACTOR_PAGE = '/account/two-factor';

/** Before the key of a form that was sent after the session had ended: it is shown again there. */
export const SAVED_SUBMISSION_PATH = '/late/';

/** Undefined if signed out. Throws 429 after too many writes. */
export async function findRequestViewer(request: Request): Promise<Viewer | undefined> {
  return (await findRequestSession(request))?.viewer;
}

/** A viewer, and whether they have to set up a second factor before anything else. */
interface RequestSession {
  viewer: Viewer;
  mustSetUpSecondFactor: boolean;
}

/** Counts a request that may write. Throws 429 after too many. */
export async function findRequestSession(request: Request): Promise<RequestSession | undefined> {
  const id = await readSessionId(request);
  const session = id ? await findViewer(id) : undefined;
  return session && admitViewer(request, session);
}

export async function admitViewer(
  request: Request,
  { viewer, hasSecondFactor }: { viewer: Viewer; hasSecondFactor: boolean },
): Promise<RequestSession> {
  setRequestUser(viewer.id);
  await countWrite(request, viewer);
  const who = env.REQUIRE_TWO_FACTOR;
  const mustHave = who === 'all' || (who === 'staff' && isStaff(viewer));
  return { viewer, mustSetUpSecondFactor: mustHave && !hasSecondFactor };
}

/**
 * For pages: the viewer. Throws the 401 page, which moves on to the login and back here, and a
 * redirect for who must set up a second factor first.
 */
export async function requireUser(request: Request): Promise<Viewer> {
  const { viewer, mustSetUpSecondFactor } = await requireSession(request);
  if (mustSetUpSecondFactor) throw redirect(SECOND_FACTOR_PAGE);
  return viewer;
}

/** The same for the page where the second factor is set up. */
export async function requireSession(request: Request): Promise<RequestSession> {
  const session = await findRequestSession(request);
  if (session) return session;
  const { pathname, search } = new URL(request.url);
  throw respondWithLoggedOut(pathname + search);
}

/** The 401 page. It moves on to the login, and from there to `next`, a path of ours. */
export function respondWithLoggedOut(next: string, headers?: HeadersInit): Response {
  const login = `/api/login?${new URLSearchParams({ to: next })}`;
  return respondWithError(unauthorized(LOGGED_OUT_MESSAGE, login), headers);
}

/** For the admin area: an admin or a manager. Throws the 401 or 403 page (rule 12.5). */
export async function requireStaff(request: Request): Promise<Viewer> {
  return assertStaff(await requireUser(request));
}

/** Returns the viewer. Throws the 403 page unless they are an admin or a manager. */
export function assertStaff(viewer: Viewer): Viewer {
  if (!isStaff(viewer)) throw forbidden(STAFF_ONLY_MESSAGE, '/api/login');
  return viewer;
}

/** For pages for admins. Throws the 401 or 403 page. */
export async function requireAdmin(request: Request): Promise<Viewer> {
  const viewer = await requireUser(request);
  if (!isAdmin(viewer)) throw forbidden('Admin access required. Redirecting...', '/api/login');
  return viewer;
}
