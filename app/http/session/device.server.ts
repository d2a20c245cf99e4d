import { z } from 'zod';
import type { User } from '#db/schema';
import { generateKey, hashKey } from '~/domain/key.server';
import { createSignedCookie } from './cookies.server';

const deviceCookie = createSignedCookie('device', {
  maxAge: 365 * 24 * 60 * 60,
  schema: z.string(),
});

/** Bounds the cookie, which goes with every request. */
const MAX_ACCOUNTS = 3;

interface KnownAccount {
  emailHash: string;
  userId: string;
  key: string;
}

/** Adds an account to those that have signed in in this browser, the latest first. */
export async function rememberDevice(
  request: Request,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<string> {
  const account = { emailHash: hashKey(email.toLowerCase()), userId: id, key: generateKey() };
  const others = (await listKnownAccounts(request)).filter(({ userId }) => userId !== id);
  const accounts = [account, ...others].slice(0, MAX_ACCOUNTS);
  const entries = accounts.map(({ emailHash, userId, key }) => `${emailHash} ${userId} ${key}`);
  return deviceCookie.write(entries.join(','));
}

async function listKnownAccounts(request: Request): Promise<KnownAccount[]> {
  const cookie = await deviceCookie.read(request);
  if (!cookie) return [];
  return cookie.split(',').map((entry) => {
    const [emailHash = '', userId = '', key = userId] = entry.split(' ');
    return { emailHash, userId, key };
  });
}

export async function findKnownDevice(
  request: Request,
  email: string,
): Promise<string | undefined> {
  const emailHash = hashKey(email.toLowerCase());
  const accounts = await listKnownAccounts(request);
  const known = accounts.find((account) => account.emailHash === emailHash);
  return known && `${emailHash} ${known.key}`;
}

export async function readLastUserId(request: Request): Promise<string | undefined> {
  const [last] = await listKnownAccounts(request);
  return last?.userId;
}
