import { isAdmin, isStaff, type Viewer } from '~/domain/access';
import { findTokenViewer } from '~/domain/user/token.server';
import { forbidden, unauthorized } from '~/errors';
import { respondWithError } from '~/http/responses/json.server';
import { setRequestUser } from '~/log.server';
import { admitViewer, findRequestSession, SECOND_FACTOR_PAGE } from './guards.server';

const SET_UP_FIRST_MESSAGE = `Two-step login is required. Please set it up at ${SECOND_FACTOR_PAGE} first.`;

/** What a 401 of the API asks for (RFC 6750). */
const BEARER_CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/**
 * The API token that was sent; undefined if none was. Throws 401 if it is not valid, 403 if it may
 * only read and the request writes.
 */
async function findRequestToken(request: Request) {
  const sent = /^bearer(?=\s|$)(.*)$/i.exec(request.headers.get('Authorization')?.trim() ?? '');
  if (!sent) return undefined;
  const token = await findTokenViewer(sent[1]!.trim());
  if (!token)
    throw respondWithError(
      unauthorized('This API token is unknown or has expired.'),
      BEARER_CHALLENGE,
    );
  setRequestUser(token.viewer.id);
  if (token.access === 'read' && !['GET', 'HEAD'].includes(request.method))
    throw forbidden('This API token is read-only.');
  return token;
}

/** For accounts, passwords and tokens. Throws 403 if a token was sent, 401 if it is not valid. */
export async function assertNoToken(request: Request): Promise<void> {
  if (await findRequestToken(request))
    throw forbidden('API tokens cannot be used here. Please sign in instead.');
}

/**
 * For the API: the viewer, by API token if one was sent, else by session. Throws 401, and 403 for
 * who must set up a second factor first.
 */
export async function requireApiUser(request: Request): Promise<Viewer> {
  const token = await findRequestToken(request);
  const session = token ? await admitViewer(request, token) : await findRequestSession(request);
  if (!session) throw respondWithError(unauthorized(), BEARER_CHALLENGE);
  if (session.mustSetUpSecondFactor) throw forbidden(SET_UP_FIRST_MESSAGE);
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
