import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '~/domain/access';
import { formatNumber } from '~/domain/text/text';
import { env } from '~/env.server';
import { DomainError, type SubmittedForm } from '~/errors';
import { readSubmittedForm } from '~/http/request/form.server';
import type { RequestArgs } from '~/http/responses/stream.server';
import { logEvent } from '~/log.server';
import { type Account, acquireImportSlot, holdExportSlot } from './slots.server';

const MINUTE_SECONDS = 60;

/** Creates a limiter that the log calls `name`. */
export const createLimiter = (name: string, points: number, durationSeconds = MINUTE_SECONDS) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: durationSeconds });

/** Limits what an account does in a minute: at most so many of `noun`, such as 'exports'. */
interface AccountLimit {
  noun: string;
  limiter: RateLimiterMemory;
}

const createAccountLimit = (noun: string, points: number): AccountLimit => ({
  noun,
  limiter: createLimiter(noun, points),
});

const writeLimit = createAccountLimit('writes', env.WRITE_LIMIT);

const loginLimit = createAccountLimit('logins', 300);

const exportLimit = createAccountLimit('exports', 60);

const importLimit = createAccountLimit('imports', 20);

/** A change of name writes all deals of the account. */
const nameChangeLimit = createAccountLimit('changes of name', 10);

/** Counts each request once, however often it is checked. */
const countedRequests = new WeakSet<Request>();

export function mayWrite({ method }: Request): boolean {
  return !['GET', 'HEAD'].includes(method);
}

/**
 * Counts a request that may write. Throws 429 after `WRITE_LIMIT` in a minute, with the form to
 * send again.
 */
export async function enforceWriteLimit(request: Request, viewer: Account): Promise<void> {
  if (!mayWrite(request) || countedRequests.has(request)) return;
  countedRequests.add(request);
  await enforceLimit(writeLimit, viewer, () => readSubmittedForm(request));
}

export async function enforceNameChangeLimit(viewer: Account, form: SubmittedForm): Promise<void> {
  await enforceLimit(nameChangeLimit, viewer, async () => form);
}

export async function enforceLoginLimit(user: Account): Promise<void> {
  await enforceLimit(loginLimit, user);
}

/** Counts an export and holds its slot until the response ends. */
export async function admitExport(args: RequestArgs, viewer: Viewer): Promise<void> {
  await enforceLimit(exportLimit, viewer);
  holdExportSlot(args, viewer);
}

/** Counts one use. Returns the seconds to wait if the limit was reached before. */
export async function consumePoint(
  limiter: RateLimiterMemory,
  key: string,
): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    logEvent('throttled', { limit: limiter.keyPrefix });
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}

async function enforceLimit(
  { noun, limiter }: AccountLimit,
  account: Account,
  readForm?: () => Promise<SubmittedForm | undefined>,
): Promise<void> {
  const seconds = await consumePoint(limiter, account.id);
  if (!seconds) return;
  const message =
    `Too many requests: at most ${formatNumber(limiter.points)} ${noun} a minute. ` +
    `Please try again in ${seconds} s.`;
  throw new DomainError('tooMany', { message, form: await readForm?.() }, { retryAfter: seconds });
}

/** Counts an import and acquires its slot. Returns the function that releases the slot. */
export async function admitImport(viewer: Account): Promise<() => void> {
  const release = acquireImportSlot(viewer);
  try {
    await enforceLimit(importLimit, viewer);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
