import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '~/domain/access';
import { env } from '~/env.server';
import { DomainError, type SubmittedForm } from '~/errors';
import { readSubmittedForm } from '~/http/request/form.server';
import type { RequestArgs } from '~/http/responses/stream.server';
import { logEvent } from '~/log.server';
import { type Account, acquireImportSlot, holdExportSlot } from './slots.server';

/** What one account may ask of the server, per minute and simultaneously. All of it is kept in memory. */

const MINUTE_SECONDS = 60;

/** `points` in `duration` seconds. */
export const createLimiter = (keyPrefix: string, points: number, duration = MINUTE_SECONDS) =>
  new RateLimiterMemory({ keyPrefix, points, duration });

const writeLimiter = createLimiter('writes', env.WRITE_LIMIT);

const loginLimiter = createLimiter('logins', 300);

const exportLimiter = createLimiter('exports', 60);

const importLimiter = createLimiter('imports', 20);

/** Each writes all deals of the account. */
const nameChangeLimiter = createLimiter('changes of name', 10);

/** Requests that are counted once, however often they ask who the viewer is. */
const countedRequests = new WeakSet<Request>();

/**
 * Counts a request that may write. Throws 429 after `WRITE_LIMIT` in a minute, with the form that
 * was sent, to be sent again.
 */
export async function countWrite(request: Request, viewer: Account): Promise<void> {
  if (['GET', 'HEAD'].includes(request.method) || countedRequests.has(request)) return;
  countedRequests.add(request);
  await consumeOrThrow(writeLimiter, viewer, () => readSubmittedForm(request));
}

/** Counts a change of the viewer's name. Throws 429 with `form`, to be sent again. */
export async function countNameChange(viewer: Account, form: SubmittedForm): Promise<void> {
  await consumeOrThrow(nameChangeLimiter, viewer, async () => form);
}

/** Counts a new session. Throws 429. */
export async function countLogin(user: Account): Promise<void> {
  await consumeOrThrow(loginLimiter, user);
}

/** Counts a workbook. Throws 429, also while two of the viewer's exports are running. */
export async function countWorkbookExport(args: RequestArgs, viewer: Viewer): Promise<void> {
  await consumeOrThrow(exportLimiter, viewer);
  holdExportSlot(args, viewer);
}

/** Counts one of a key. Returns the seconds to wait if there were too many, and logs that. */
export async function consumePoint(
  limit: RateLimiterMemory,
  key: string,
): Promise<number | undefined> {
  try {
    await limit.consume(key);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    logEvent('throttled', { limit: limit.keyPrefix });
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}

/** Throws 429, with the form that was sent if there is one. */
async function consumeOrThrow(
  limit: RateLimiterMemory,
  account: Account,
  readForm?: () => Promise<SubmittedForm | undefined>,
): Promise<void> {
  const seconds = await consumePoint(limit, account.id);
  if (!seconds) return;
  const message =
    `Too many requests: at most ${limit.points.toLocaleString('en')} ${limit.keyPrefix} ` +
    `a minute. Please try again in ${seconds} s.`;
  throw new DomainError('tooMany', { message, form: await readForm?.() }, seconds);
}

/**
 * Counts an import from before its file is received until it is read: returns what ends it. Throws
 * 429 while another of the viewer's is being read, and 503 if too many are.
 */
export async function beginImport(viewer: Account): Promise<() => void> {
  const end = acquireImportSlot(viewer);
  try {
    await consumeOrThrow(importLimiter, viewer);
  } catch (refused) {
    end();
    throw refused;
  }
  return end;
}
