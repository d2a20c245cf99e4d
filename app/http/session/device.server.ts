import { z } from 'zod';
import type { User } from '#db/schema';
import { generateKey, hashKey } from '~/domain/key.server';
import { createSignedCookie } from './cookies.server';

const deviceCookie = createSignedCookie('device', {
  maxAge: 365 * 24 * 60 * 60,
  schema: z.string(),
});

export function rememberDevice({ id, email }: Pick<User, 'id' | 'email'>): Promise<string> {
  return deviceCookie.write(`${hashKey(email.toLowerCase())} ${id} ${generateKey()}`);
}

async function readDevice(request: Request): Promise<string[]> {
  return ((await deviceCookie.read(request)) ?? '').split(' ');
}

export async function findKnownDevice(
  request: Request,
  email: string,
): Promise<string | undefined> {
  const [known, userId, key = userId] = await readDevice(request);
  return known === hashKey(email.toLowerCase()) ? `${known} ${key}` : undefined;
}

export async function readLastUserId(request: Request): Promise<string | undefined> {
  return (await readDevice(request))[1];
}
