import { noteUser } from '~/log.server';
import { forbidden, unauthorized } from '~/refusal';
import { answerTo } from '~/web/http/json.server';
import type { Viewer } from '~/models/access';
import { findTokenViewer } from '~/models/user/token.server';

/** API tokens in requests: `Authorization: Bearer`, read by the API only. */

/** What a 401 of the API asks for (RFC 6750). */
export const ASKS_FOR_TOKEN = { 'WWW-Authenticate': 'Bearer' };
const SAFE = ['GET', 'HEAD'];

/**
 * The user of the token that was sent; undefined if none was. Throws 401 if it is not valid, 403 if
 * it may only read and the request writes.
 */
export async function findTokenUser(request: Request): Promise<Viewer | undefined> {
  const sent = /^bearer(?=\s|$)(.*)$/i.exec(request.headers.get('Authorization')?.trim() ?? '');
  if (!sent) return undefined;
  const found = await findTokenViewer(sent[1]!.trim());
  if (!found)
    throw answerTo(unauthorized('This API token is unknown or has expired.'), ASKS_FOR_TOKEN);
  noteUser(found.viewer.id);
  if (found.access === 'read' && !SAFE.includes(request.method))
    throw forbidden('This API token is read-only.');
  return found.viewer;
}

/** For accounts, passwords and tokens. Throws 403 if a token was sent, 401 if it is not valid. */
export async function refuseToken(request: Request): Promise<void> {
  if (await findTokenUser(request))
    throw forbidden('API tokens cannot be used here. Please sign in instead.');
}
