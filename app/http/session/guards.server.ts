import { redirect } from '@remix-run/node';
import { isAdmin, isStaff, type Viewer } from '~/domain/access';
import { findViewer } from '~/domain/session/viewer.server';
import { env } from '~/env.server';
import { conflict, type DomainError, forbidden, unauthorized } from '~/errors';
import { addReturnPath } from '~/http/request/safe-path.server';
import { respondWithError } from '~/http/responses/json.server';
import { setRequestUser } from '~/log.server';
import { enforceWriteLimit, mayWrite } from './limits.server';
import { readSessionId } from './session.server';

export const SIGNED_OUT_MESSAGE = 'Unauthorized: You are logged out. Logging in again...';

const STAFF_ONLY_MESSAGE = 'Manager or admin access required. Redirecting...';

export const SECOND_FACTOR_PAGE = '/account/two-factor';

export const SAVED_SUBMISSION_PATH = '/late/';

export async function findRequestViewer(request: Request): Promise<Viewer | undefined> {
  return (await findRequestSession(request))?.viewer;
}

interface RequestSession {
  viewer: Viewer;
  mustSetUpSecondFactor: boolean;
}

export async function findRequestSession(request: Request): Promise<RequestSession | undefined> {
  const id = await readSessionId(request);
  const session = id ? await findViewer(id) : undefined;
  if (!session) return undefined;
  const { viewer } = session;
  setRequestUser(viewer.id);
  return { viewer, mustSetUpSecondFactor: mustSetUpSecondFactor(session) };
}

interface Authenticated {
  viewer: Viewer;
  hasSecondFactor: boolean;
}

export function mustSetUpSecondFactor({ viewer, hasSecondFactor }: Authenticated): boolean {
  const scope = env.REQUIRE_TWO_FACTOR;
  const mustHave = scope === 'all' || (scope === 'staff' && isStaff(viewer));
  return mustHave && !hasSecondFactor;
}

/**
 * Returns the viewer of a page. Throws the 401 page, which leads to the login and back, and a
 * redirect if a second factor must be set up first, which leads back as well.
 */
export async function requireUser(request: Request): Promise<Viewer> {
  const { viewer, mustSetUpSecondFactor } = await requireSession(request);
  if (mustSetUpSecondFactor)
    throw redirect(addReturnPath(SECOND_FACTOR_PAGE, getRequestPath(request)));
  return viewer;
}

/** Returns the session, and counts a request that may write. Throws 429 after too many. */
export async function requireSession(request: Request): Promise<RequestSession> {
  const session = await findRequestSession(request);
  if (!session) throw respondWithSignedOut(getRequestPath(request));
  // A read does not wait, so that the loaders of a page share their cached reads.
  if (mayWrite(request)) await enforceWriteLimit(request, session.viewer);
  return session;
}

function getRequestPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * Answers with the 401 page, which leads to the login and from there to `next`, a path of this
 * site.
 */
export function respondWithSignedOut(next: string, headers?: HeadersInit): Response {
  const login = addReturnPath('/api/login', next);
  return respondWithError(unauthorized(SIGNED_OUT_MESSAGE, login), headers);
}

export async function requireStaff(request: Request): Promise<Viewer> {
  return assertStaff(await requireUser(request));
}

export function assertStaff(viewer: Viewer): Viewer {
  if (!isStaff(viewer)) throw forbidden(STAFF_ONLY_MESSAGE, '/api/login');
  return viewer;
}

export async function requireAdmin(request: Request): Promise<Viewer> {
  return assertAdmin(await requireUser(request));
}

export function assertAdmin(viewer: Viewer): Viewer {
  if (!isAdmin(viewer)) throw forbidden('Admin access required. Redirecting...', '/api/login');
  return viewer;
}

/** Names the account that opened a form (rule 12.43). */
export const OPENED_BY_FIELD = 'openedBy';

/** Returns an error if another account opened the form; one that names none is anybody's. */
export function findOtherOpener(
  viewer: Viewer,
  openedBy: string | null | undefined,
): DomainError | undefined {
  if (!openedBy || openedBy === viewer.id) return undefined;
  return conflict(
    `Another account opened this form, and ${viewer.email} has signed in since. Nothing was saved.`,
  );
}
