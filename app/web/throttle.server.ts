import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { User } from '#db/schema';
import { logEvent } from '~/log.server';
import { hashKey } from '~/models/key.server';
import { signedCookie } from './cookies.server';

/**
 * Slows down guessing of passwords (ASVS 6.3.1). Every limit counts failures per minute. The limit
 * of an account over all addresses does not apply to a browser that has logged in to it before.
 */
const MINUTE = 60;
const perAddress = new RateLimiterMemory({ keyPrefix: 'address', points: 30, duration: MINUTE });
const perAccountAndAddress = new RateLimiterMemory({
  keyPrefix: 'pair',
  points: 10,
  duration: MINUTE,
});
const perAccount = new RateLimiterMemory({ keyPrefix: 'account', points: 100, duration: MINUTE });
const signups = new RateLimiterMemory({ keyPrefix: 'signup', points: 100, duration: MINUTE });

/** The hash of the email and the id of the user who last logged in from this browser. */
const device = signedCookie('device', { maxAge: 365 * 24 * 60 * 60, schema: z.string() });

export function rememberDevice({ id, email }: Pick<User, 'id' | 'email'>): Promise<string> {
  return device.write(`${hashKey(email.toLowerCase())} ${id}`);
}

async function readDevice(request: Request): Promise<string[]> {
  return ((await device.read(request)) ?? '').split(' ');
}

async function isKnownDevice(request: Request, email: string): Promise<boolean> {
  return (await readDevice(request))[0] === hashKey(email.toLowerCase());
}

/** The id of the user who last logged in from this browser. */
export async function lastUserId(request: Request): Promise<string | undefined> {
  return (await readDevice(request))[1];
}

/** Runs a login and counts a failure. Throws 429 with Retry-After after too many. */
export async function withThrottle<T>(
  request: Request,
  email: string,
  address: string,
  logIn: () => Promise<T>,
): Promise<T> {
  const account = email.toLowerCase();
  const counts: [RateLimiterMemory, string][] = [
    [perAddress, network(address)],
    [perAccountAndAddress, `${account} ${network(address)}`],
  ];
  if (!(await isKnownDevice(request, account))) counts.push([perAccount, account]);
  for (const [limiter, key] of counts) await consume(limiter, key);
  const result = await logIn();
  for (const [limiter, key] of counts) await limiter.reward(key);
  return result;
}

/** Counts a sign-up. Throws 429 with Retry-After. */
export async function throttleSignup(address: string): Promise<void> {
  await consume(signups, network(address));
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    logEvent('throttled', { limit: limiter.keyPrefix });
    throw Response.json(
      { message: 'Too many attempts. Please try again in a minute.' },
      { status: 429, headers: { 'Retry-After': String(Math.ceil(refused.msBeforeNext / 1000)) } },
    );
  }
}

/** An IPv6 /64 belongs to one household, so it counts as one address. */
function network(address: string): string {
  return address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address;
}
