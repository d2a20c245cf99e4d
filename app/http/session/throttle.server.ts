import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { User } from '#db/schema';
import { hashKey } from '~/domain/key.server';
import { isGuessableCode } from '~/domain/second-factor/code-input';
import { DomainError, tooMany } from '~/errors';
import { getNetworks } from '~/http/request/client-address.server';
import { findKnownDevice } from './device.server';
import { consumePoint, createLimiter } from './limits.server';

/**
 * Slows down guessing of passwords (ASVS 6.3.1). Failures are counted by account and by address; a
 * browser that has signed in to the account has a count of its own, so that others' guesses do not
 * lock it out.
 */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Limits an IPv4 address or IPv6 /64, and at twice the rate the /48 that contains the /64. */
const createAddressLimits = (name: string, points: number) => ({
  network: createLimiter(name, points),
  site: createLimiter(`${name} by site`, 2 * points),
});
type AddressLimit = ReturnType<typeof createAddressLimits>;
const addressLimits = createAddressLimits('address', 30);
const signupLimits = createAddressLimits('signup', 100);
/** Limits guesses of one unknown browser, device or session to 10 a minute and 50 an hour. */
const accountLimiters = [
  createLimiter('account', 10),
  createLimiter('account by hour', 50, HOUR_SECONDS),
];
const deviceLimiters = [
  createLimiter('device', 10),
  createLimiter('device by hour', 50, HOUR_SECONDS),
];
/** App codes are short: these limits leave a guesser one chance in fifty in a year. */
const codeLimiters = [createLimiter('code', 5), createLimiter('code by day', 20, DAY_SECONDS)];
/** Limits wrong keys from one address, and uses of a right one. */
const wrongKeyLimits = createAddressLimits('wrong key', 30);
const keyLimiter = createLimiter('key', 60);
const pitchLimiter = createLimiter('pitches by hour', 5, HOUR_SECONDS);
const sessionLimiters = [
  createLimiter('session', 10),
  createLimiter('session by hour', 50, HOUR_SECONDS),
];

type LimiterKey = [RateLimiterMemory, key: string];

function pairWithKey(limiters: RateLimiterMemory[], key: string): LimiterKey[] {
  return limiters.map((limiter) => [limiter, key]);
}

function listAddressKeys(limit: AddressLimit, address: string): LimiterKey[] {
  const { network, site } = getNetworks(address);
  return [[limit.network, network], ...(site ? pairWithKey([limit.site], site) : [])];
}

export async function withLoginThrottle<T>(
  request: Request,
  email: string,
  address: string,
  signIn: () => Promise<T>,
): Promise<T> {
  const device = await findKnownDevice(request, email);
  const counts: LimiterKey[] = device
    ? pairWithKey(deviceLimiters, device)
    : [
        ...listAddressKeys(addressLimits, address),
        ...pairWithKey(accountLimiters, hashKey(email.toLowerCase())),
      ];
  return withFailureLimit(counts, 401, signIn);
}

export async function withPasswordThrottle<T>(
  viewer: Pick<User, 'id'>,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  return withFailureLimit(
    pairWithKey(sessionLimiters, `${viewer.id} ${hashKey(sessionId)}`),
    400,
    work,
  );
}

/**
 * Counts wrong app codes by account or known browser. Unguessable input is not counted, because
 * whoever has the password could use up the account's tries: two codes in a row, recovery codes,
 * passkeys.
 */
export async function withSecondStepThrottle<T>(
  request: Request,
  user: Pick<User, 'id' | 'email'>,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const key = await findKnownDevice(request, user.email);
  return withCodeThrottle(key ? `device ${key}` : `account ${user.id}`, code, work);
}

export async function withCodeThrottle<T>(
  key: string,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!code || !isGuessableCode(code)) return work();
  return withFailureLimit(pairWithKey(codeLimiters, key), 401, work, TWO_CODES_ADVICE);
}

const TWO_CODES_ADVICE =
  ' Or enter two codes in a row: the one the app shows now and, as soon as it changes, the next.';

export async function withKeyThrottle<T>(
  key: string,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  await enforceAttemptLimit(keyLimiter, hashKey(key));
  return withFailureLimit(listAddressKeys(wrongKeyLimits, address), 404, work);
}

/**
 * Counts a pitch if `store` returns true. Throws 429 after 5 stored ones from a network within an
 * hour. The count is in memory, since addresses of founders are not stored.
 */
export async function withPitchThrottle(
  address: string,
  store: () => Promise<boolean>,
): Promise<void> {
  const { network } = getNetworks(address);
  let isStored = false;
  try {
    await enforceAttemptLimit(pitchLimiter, network);
    isStored = await store();
  } finally {
    if (!isStored) await pitchLimiter.reward(network);
  }
}

/**
 * Counts before the work, so that simultaneous tries count too. Only failures stay counted: neither a
 * success, nor a try that one of the limits refuses.
 */
async function withFailureLimit<T>(
  limits: LimiterKey[],
  failureStatus: number,
  work: () => Promise<T>,
  advice?: string,
): Promise<T> {
  const counted: LimiterKey[] = [];
  let hasFailed = false;
  try {
    for (const [limiter, key] of limits) {
      await enforceAttemptLimit(limiter, key, advice);
      counted.push([limiter, key]);
    }
    return await work();
  } catch (thrown) {
    hasFailed = thrown instanceof DomainError && thrown.status === failureStatus;
    throw thrown;
  } finally {
    if (!hasFailed) for (const [limiter, key] of counted) await limiter.reward(key);
  }
}

export async function enforceSignupLimit(address: string): Promise<void> {
  for (const [limiter, key] of listAddressKeys(signupLimits, address))
    await enforceAttemptLimit(limiter, key);
}

function formatWait(seconds: number): string {
  if (seconds > HOUR_SECONDS) return `${Math.ceil(seconds / HOUR_SECONDS)} hours`;
  if (seconds > MINUTE_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`;
  return 'a minute';
}

async function enforceAttemptLimit(
  limiter: RateLimiterMemory,
  key: string,
  advice = '',
): Promise<void> {
  const seconds = await consumePoint(limiter, key);
  if (!seconds) return;
  const wait = formatWait(seconds);
  throw tooMany(`Too many attempts. Please try again in ${wait}.${advice}`, seconds);
}
