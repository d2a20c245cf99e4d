import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '~/env.server';
import { logEvent } from '~/log.server';
import type { Viewer } from '~/models/access';
import { Refusal, type SentForm, tooBusy, tooMany } from '~/refusal';
import { readSentForm } from '~/web/forms/request.server';
import type { RequestArgs } from '~/web/http/stream.server';

/** What one account may ask of the server, per minute and simultaneously. All of it is kept in memory. */

const MINUTE = 60;

type Account = Pick<Viewer, 'id'>;

/** `points` in `duration` seconds. */
export const limiter = (keyPrefix: string, points: number, duration = MINUTE) =>
  new RateLimiterMemory({ keyPrefix, points, duration });
const writes = limiter('writes', env.WRITE_LIMIT);
const logins = limiter('logins', 300);
const exports = limiter('exports', 60);
const imports = limiter('imports', 20);
/** Each writes all deals of the account. */
const names = limiter('changes of name', 10);

/** How many of a kind of work run simultaneously, and what is answered beyond that. */
interface Limits {
  /** For one account: 429. */
  each: [most: number, answer: string];
  /** For all together: 503. */
  all: [most: number, answer: string];
}

/** Returns what takes a place for an account, and what that gives back ends it. Throws 429 and 503. */
function placesOf({ each, all }: Limits): (account: Account) => () => void {
  const holders: string[] = [];
  return ({ id }) => {
    if (holders.filter((holder) => holder === id).length >= each[0]) throw tooMany(each[1], 5);
    if (holders.length >= all[0]) throw tooBusy(all[1]);
    holders.push(id);
    return () => void holders.splice(holders.indexOf(id), 1);
  };
}

/** An unread export takes up to half a megabyte. */
const takeExport = placesOf({
  each: [2, 'Too many requests: two of your exports are running. Please wait for one to end.'],
  all: [100, 'Too many exports are running right now.'],
});
/** An upload of files holds a few pieces of 64 KB, and as long as its client likes. */
export const takeUpload = placesOf({
  each: [6, 'Six uploads of yours are being received. Please wait for one to end.'],
  all: [60, 'Too many files are being received right now.'],
});
/** An import holds a file of up to 10 MB. */
const takeImport = placesOf({
  each: [1, 'Another file or table of yours is still being read. Please wait for it to end.'],
  all: [8, 'Too many imports are running right now.'],
});

/** Requests that are counted once, however often they ask who the viewer is. */
const counted = new WeakSet<Request>();

/**
 * Counts a request that may write. Throws 429 after `WRITE_LIMIT` in a minute, with the form that
 * was sent, to be sent again.
 */
export async function countWrite(request: Request, viewer: Account): Promise<void> {
  if (['GET', 'HEAD'].includes(request.method) || counted.has(request)) return;
  counted.add(request);
  await count(writes, viewer, () => readSentForm(request));
}

/** Counts a change of the viewer's name. Throws 429 with `form`, to be sent again. */
export async function countName(viewer: Account, form: SentForm): Promise<void> {
  await count(names, viewer, async () => form);
}

/** Counts a new session. Throws 429. */
export async function countLogin(user: Account): Promise<void> {
  await count(logins, user);
}

/** Counts a workbook. Throws 429, also while two of the viewer's exports are running. */
export async function countWorkbook(args: RequestArgs, viewer: Viewer): Promise<void> {
  await count(exports, viewer);
  countExport(args, viewer);
}

/** Counts one of a key. Returns the seconds to wait if there were too many, and logs that. */
export async function secondsToWait(
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
async function count(
  limit: RateLimiterMemory,
  account: Account,
  readForm?: () => Promise<SentForm | undefined>,
): Promise<void> {
  const seconds = await secondsToWait(limit, account.id);
  if (!seconds) return;
  const message =
    `Too many requests: at most ${limit.points.toLocaleString('en')} ${limit.keyPrefix} ` +
    `a minute. Please try again in ${seconds} s.`;
  throw new Refusal('tooMany', { message, form: await readForm?.() }, seconds);
}

/**
 * Counts an export until its response is over. Throws 429 for a third simultaneous one of an
 * account, and 503 if too many are running.
 */
export function countExport({ request, context }: RequestArgs, viewer: Account): void {
  if (request.method === 'HEAD' || !context.closed) return;
  void context.closed.then(takeExport(viewer));
}

/**
 * Counts an import from before its file is received until it is read: returns what ends it. Throws
 * 429 while another of the viewer's is being read, and 503 if too many are.
 */
export async function countImport(viewer: Account): Promise<() => void> {
  const end = takeImport(viewer);
  try {
    await count(imports, viewer);
  } catch (refused) {
    end();
    throw refused;
  }
  return end;
}
