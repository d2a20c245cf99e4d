import { createSessionStorage } from '@remix-run/node';
import { z } from 'zod';
import { toDatabaseError } from '#db/errors';
import type { User } from '#db/schema';
import { deleteSession } from '~/domain/session/end.server';
import {
  createSession,
  findSession,
  SESSION_TTL_SECONDS,
  type SessionData,
  updateSession,
} from '~/domain/session/session.server';
import { findViewer } from '~/domain/session/viewer.server';
import { getSessionSecrets } from '~/env.server';
import { logEvent } from '~/log.server';
import { createSignedCookie } from './cookies.server';

const RENEWAL_INTERVAL_MS = 60 * 60 * 1000;

// Signed by the secrets themselves, so that sessions from before derived secrets stay valid.
const sessionCookie = createSignedCookie('session', {
  maxAge: SESSION_TTL_SECONDS,
  schema: z.string().min(1),
  secrets: getSessionSecrets(),
});

const getSessionExpiry = () => new Date(Date.now() + SESSION_TTL_SECONDS * 1000);

const sessionStorage = createSessionStorage<SessionData>({
  cookie: sessionCookie.remix,
  createData: (data, expire) => createSession(data, expire ?? getSessionExpiry()),
  readData: findSession,
  updateData: (id, data, expire) => updateSession(id, data, expire ?? getSessionExpiry()),
  deleteData: deleteSession,
});

/** Starts a session with a new id and ends the current one. Returns the cookie to set. */
export async function startSession(request: Request, user: Pick<User, 'id'>): Promise<string> {
  await endSession(request);
  const session = await sessionStorage.getSession();
  session.set('userId', user.id);
  session.set('startedAt', Date.now());
  session.set('agent', request.headers.get('User-Agent')?.slice(0, 200) ?? '');
  return sessionStorage.commitSession(session);
}

export async function endSession(request: Request): Promise<string> {
  const id = await readSessionId(request);
  if (id) await deleteSession(id);
  if (id) logEvent('session ended');
  return sessionCookie.clear();
}

export async function endSessionHere(request: Request): Promise<Headers> {
  const cookie = await endSession(request);
  return new Headers({ 'Set-Cookie': cookie, 'Clear-Site-Data': '"cache"' });
}

export function readSessionId(request: Request): Promise<string | undefined> {
  return sessionCookie.read(request);
}

/**
 * Renews a session (14 days rolling). Returns the cookie; undefined if it is too early, or if the
 * database cannot be written now and the next request tries again.
 */
export async function renewSessionCookie(request: Request): Promise<string | undefined> {
  const id = await readSessionId(request);
  const session = id ? await findViewer(id) : undefined;
  if (!session || !isRenewalDue(session.expire)) return undefined;
  try {
    return await sessionStorage.commitSession(
      await sessionStorage.getSession(request.headers.get('Cookie')),
    );
  } catch (error) {
    if (!toDatabaseError(error)) throw error;
    return undefined;
  }
}

function isRenewalDue(expire: Date): boolean {
  const remainingMs = expire.getTime() - Date.now();
  return remainingMs <= SESSION_TTL_SECONDS * 1000 - RENEWAL_INTERVAL_MS;
}
