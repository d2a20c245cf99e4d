import { isAdmin, isStaff, type Viewer } from '~/domain/access';
import { findTokenViewer } from '~/domain/user/token.server';
import { forbidden, unauthorized } from '~/errors';
import { respondWithError } from '~/http/responses/json.server';
import { setRequestUser } from '~/log.server';
import { findRequestSession, mustSetUpSecondFactor, SECOND_FACTOR_PAGE } from './guards.server';
import { enforceWriteLimit, mayWrite } from './limits.server';

const SET_UP_FIRST_MESSAGE = `Two-step login is required. Please set it up at ${SECOND_FACTOR_PAGE} first.`;

/** Required with a 401 (RFC 6750). */
const BEARER_CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** Returns undefined without a token, and throws 401 for an unknown one. */
async function authenticateToken(request: Request) {
  const sent = /^bearer(?=\s|$)(.*)$/i.exec(request.headers.get('Authorization')?.trim() ?? '');
  if (!sent) return undefined;
  const token = await findTokenViewer(sent[1]!.trim());
  if (!token)
    throw respondWithError(
      unauthorized('This API token is unknown or has expired.'),
      BEARER_CHALLENGE,
    );
  setRequestUser(token.viewer.id);
  return token;
}

async function authenticateTokenForMethod(request: Request) {
  const token = await authenticateToken(request);
  if (token?.access === 'read' && mayWrite(request))
    throw forbidden('This API token is read-only.');
  return token;
}

export async function assertNoToken(request: Request): Promise<void> {
  if (await authenticateTokenForMethod(request))
    throw forbidden('API tokens cannot be used here. Please sign in instead.');
}

export async function requireApiUser(request: Request): Promise<Viewer> {
  const token = await authenticateTokenForMethod(request);
  const session = token
    ? { viewer: token.viewer, mustSetUpSecondFactor: mustSetUpSecondFactor(token) }
    : await findRequestSession(request);
  if (!session) throw respondWithError(unauthorized(), BEARER_CHALLENGE);
  await enforceWriteLimit(request, session.viewer);
  if (session.mustSetUpSecondFactor) throw forbidden(SET_UP_FIRST_MESSAGE);
  return session.viewer;
}

/**
 * Returns the viewer of an API token and whether it may write. Ignores sessions, and leaves it to
 * the caller to count writes. Throws 401 without a valid token, and 403 as `requireApiUser` does.
 */
export async function requireToken(
  request: Request,
): Promise<{ viewer: Viewer; canWrite: boolean }> {
  const token = await authenticateToken(request);
  if (!token) throw respondWithError(unauthorized(), BEARER_CHALLENGE);
  if (mustSetUpSecondFactor(token)) throw forbidden(SET_UP_FIRST_MESSAGE);
  return { viewer: token.viewer, canWrite: token.access === 'write' };
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
