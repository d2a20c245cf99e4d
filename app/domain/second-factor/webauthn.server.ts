import { isIP } from 'node:net';
import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { passkeys } from '#db/schema';
import { appUrl } from '~/env.server';

const { hostname, origin, protocol } = new URL(appUrl);

/** The name of the site, to which a passkey is bound. */
export const relyingPartyId = hostname;

/** Browsers create passkeys for host names, not IP addresses, and only on https or localhost. */
export const hasPasskeySupport =
  !isIP(hostname) &&
  !hostname.startsWith('[') &&
  (protocol === 'https:' || hostname === 'localhost');

export const expectedOrigins = {
  expectedOrigin: origin,
  expectedRPID: hostname,
  requireUserVerification: false,
};

/** Loads the library on demand, since few requests need it. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

export async function listPasskeys(userId: string) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId));
}

export function toCredentialDescriptor({ id, transports }: typeof passkeys.$inferSelect) {
  return { id, transports };
}

export async function resolveOrUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined);
}
