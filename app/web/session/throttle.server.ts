import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { User } from '#db/schema';
import { Refusal, tooMany } from '~/refusal';
import { hashKey, newKey } from '~/models/key.server';
import { networksOf } from '~/web/http/address.server';
import { isGuessable } from '~/models/second-factor/schema';
import { signedCookie } from './cookies.server';
import { limiter, secondsToWait } from './limits.server';

/**
 * Slows down guessing of passwords (ASVS 6.3.1). Every limit counts failures: of one account over
 * all addresses, and of one address. A browser that has logged in to the account before has a
 * count of its own instead, so that others' guesses do not keep it out.
 */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For one network, and for the site that an IPv6 network is one of 65,536 of. */
const perAddress = (keyPrefix: string, points: number) => ({
  network: limiter(keyPrefix, points),
  site: limiter(`${keyPrefix} by site`, 2 * points),
});
type AddressLimit = ReturnType<typeof perAddress>;
const addresses = perAddress('address', 30);
const signups = perAddress('signup', 100);
/** For the guesses of one unknown browser, device or session: 10 a minute and 50 an hour. */
const accounts = [limiter('account', 10), limiter('account by hour', 50, HOUR)];
const devices = [limiter('device', 10), limiter('device by hour', 50, HOUR)];
/** Single codes of an app are short: these limits leave a guesser one chance in fifty in a year. */
const codes = [limiter('code', 5), limiter('code by day', 20, DAY)];
/** Wrong keys in secret addresses, of one address, and how often a right one is used. */
const wrongKeys = perAddress('wrong key', 30);
const keys = limiter('key', 60);
const sessions = [limiter('session', 10), limiter('session by hour', 50, HOUR)];

/** The hash of the email and the id of the user who last logged in from this browser, and a key. */
const device = signedCookie('device', { maxAge: 365 * 24 * 60 * 60, schema: z.string() });

export function rememberDevice({ id, email }: Pick<User, 'id' | 'email'>): Promise<string> {
  return device.write(`${hashKey(email.toLowerCase())} ${id} ${newKey()}`);
}

async function readDevice(request: Request): Promise<string[]> {
  return ((await device.read(request)) ?? '').split(' ');
}

/** Names the browser if the last login there was to the account with this email. */
async function deviceOf(request: Request, email: string): Promise<string | undefined> {
  const [known, userId, key = userId] = await readDevice(request);
  return known === hashKey(email.toLowerCase()) ? `${known} ${key}` : undefined;
}

/** The id of the user who last logged in from this browser. */
export async function lastUserId(request: Request): Promise<string | undefined> {
  return (await readDevice(request))[1];
}

type Count = [RateLimiterMemory, key: string];

function each(limiters: RateLimiterMemory[], key: string): Count[] {
  return limiters.map((limiter) => [limiter, key]);
}

function countsOf(limit: AddressLimit, address: string): Count[] {
  const { network, site } = networksOf(address);
  return [[limit.network, network], ...(site ? each([limit.site], site) : [])];
}

/** Runs a login and counts a wrong password. Throws 429 with Retry-After after too many. */
export async function withThrottle<T>(
  request: Request,
  email: string,
  address: string,
  logIn: () => Promise<T>,
): Promise<T> {
  const device = await deviceOf(request, email);
  const counts: Count[] = device
    ? each(devices, device)
    : [...countsOf(addresses, address), ...each(accounts, hashKey(email.toLowerCase()))];
  return countingFailures(counts, 401, logIn);
}

/** The same for the viewer's current password, typed again: counted for their session. */
export async function withPasswordThrottle<T>(
  viewer: Pick<User, 'id'>,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  return countingFailures(each(sessions, `${viewer.id} ${hashKey(sessionId)}`), 400, work);
}

/**
 * The same for the second step of a login. One code of the app is counted for the account or, in a
 * browser that has logged in to it before, for that browser. Whoever has the password can use up the
 * account's tries, so what nobody can guess is not counted: two codes in a row, a recovery code, a
 * passkey.
 */
export async function withSecondStepThrottle<T>(
  request: Request,
  user: Pick<User, 'id' | 'email'>,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const key = await deviceOf(request, user.email);
  return withCodeThrottle(key ? `device ${key}` : `account ${user.id}`, code, work);
}

/** The same for the user or device that `key` stands for. */
export async function withCodeThrottle<T>(
  key: string,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!code || !isGuessable(code)) return work();
  return countingFailures(each(codes, key), 401, work, TWO_IN_A_ROW);
}

const TWO_IN_A_ROW =
  ' Or enter two codes in a row: the one the app shows now and, as soon as it changes, the next.';

/** Looks up the key of a secret address, and counts a wrong one (404) and every use of each. */
export async function withKeyThrottle<T>(
  key: string,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  await consume(keys, hashKey(key));
  return countingFailures(countsOf(wrongKeys, address), 404, work);
}

/** Counts before the work, so that simultaneous tries count too, and uncounts successes. */
async function countingFailures<T>(
  counts: Count[],
  failure: number,
  work: () => Promise<T>,
  otherwise?: string,
): Promise<T> {
  for (const [limiter, key] of counts) await consume(limiter, key, otherwise);
  let failed = false;
  try {
    return await work();
  } catch (thrown) {
    failed = thrown instanceof Refusal && thrown.status === failure;
    throw thrown;
  } finally {
    if (!failed) for (const [limiter, key] of counts) await limiter.reward(key);
  }
}

/** Counts a sign-up. Throws 429 with Retry-After. */
export async function throttleSignup(address: string): Promise<void> {
  for (const [limit, key] of countsOf(signups, address)) await consume(limit, key);
}

async function consume(limit: RateLimiterMemory, key: string, otherwise = ''): Promise<void> {
  const seconds = await secondsToWait(limit, key);
  if (!seconds) return;
  const wait =
    seconds > HOUR
      ? `${Math.ceil(seconds / HOUR)} hours`
      : seconds > MINUTE
        ? `${Math.ceil(seconds / MINUTE)} minutes`
        : 'a minute';
  throw tooMany(`Too many attempts. Please try again in ${wait}.${otherwise}`, seconds);
}
