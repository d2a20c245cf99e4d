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

export const createLimiter = (
  keyPrefix: string,
  points: number,
  durationSeconds = MINUTE_SECONDS,
) => new RateLimiterMemory({ keyPrefix, points, duration: durationSeconds });

const writeLimiter = createLimiter('writes', env.WRITE_LIMIT);

const loginLimiter = createLimiter('logins', 300);

const exportLimiter = createLimiter('exports', 60);

const importLimiter = createLimiter('imports', 20);

/** A change of name writes all deals of the account. */
const nameChangeLimiter = createLimiter('changes of name', 10);

/** Counts each request once, however often it looks up the viewer. */
const countedRequests = new WeakSet<Request>();

/**
 * Counts a request that may write. Throws 429 after `WRITE_LIMIT` in a minute, with the form to
 * send again.
 */
export async function countWrite(request: Request, viewer: Account): Promise<void> {
  if (['GET', 'HEAD'].includes(request.method) || countedRequests.has(request)) return;
  countedRequests.add(request);
  await countRequest(writeLimiter, viewer, () => readSubmittedForm(request));
}

export async function countNameChange(viewer: Account, form: SubmittedForm): Promise<void> {
  await countRequest(nameChangeLimiter, viewer, async () => form);
}

export async function countLogin(user: Account): Promise<void> {
  await countRequest(loginLimiter, user);
}

export async function countWorkbookExport(args: RequestArgs, viewer: Viewer): Promise<void> {
  await countRequest(exportLimiter, viewer);
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

async function countRequest(
  limiter: RateLimiterMemory,
  account: Account,
  readForm?: () => Promise<SubmittedForm | undefined>,
): Promise<void> {
  const seconds = await consumePoint(limiter, account.id);
  if (!seconds) return;
  const message =
    `Too many requests: at most ${formatNumber(limiter.points)} ${limiter.keyPrefix} ` +
    `a minute. Please try again in ${seconds} s.`;
  throw new DomainError('tooMany', { message, form: await readForm?.() }, { retryAfter: seconds });
}

/** Counts an import and acquires its slot. Returns the function that releases the slot. */
export async function admitImport(viewer: Account): Promise<() => void> {
  const release = acquireImportSlot(viewer);
  try {
    await countRequest(importLimiter, viewer);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
