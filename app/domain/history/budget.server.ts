import { env } from '~/env.server';
import { tooMany } from '~/errors';

/**
 * How much an account may add to the history in a day (UTC). Texts are stored at most twice more
 * than the history says: in the deal and in its search text, or in the trash.
 *
 * The largest days that people have: an import of 20,000 rows of 10 MB adds up to 26 MB (former and
 * new values, and names of fields), its undo 3 MB, a bulk change of 20,000 deals 4 MB. Eight such
 * imports with their undos stay below 250 MB. A program that writes the longest comments (10,000
 * characters) of 10,000 deals anew each night comes to 200 MB.
 *
 * It is counted in memory: a restart, which only an operator can cause, forgets what was added that
 * day, and the next start allows one more budget at most.
 */
const MAX_DAILY_BYTES = env.MAX_DAILY_MB * 1024 * 1024;
const DAY_MS = 86_400_000;

interface DailyUsage {
  bytes: number;
  /** The operation that is running or was last, and its part of the bytes. */
  operationId: string;
  operationBytes: number;
}

/** By account; of one day, so that it holds no more accounts than wrote on it. */
let usageByAccount = new Map<string, DailyUsage>();
let usageDay = 0;

/**
 * Counts bytes that an operation of an account adds to the history. Throws 429 if it is more than is left
 * of the day's budget; then nothing of the operation counts, as none of it is stored.
 */
export function spendHistoryBytes(
  accountId: string,
  operationId: string,
  bytes: number,
  now = Date.now(),
): void {
  const today = Math.floor(now / DAY_MS);
  if (today !== usageDay) usageByAccount = new Map();
  usageDay = today;
  const spent = usageByAccount.get(accountId) ?? { bytes: 0, operationId, operationBytes: 0 };
  if (spent.operationId !== operationId) Object.assign(spent, { operationId, operationBytes: 0 });
  spent.bytes += bytes;
  spent.operationBytes += bytes;
  usageByAccount.set(accountId, spent);
  if (spent.bytes <= MAX_DAILY_BYTES) return;
  spent.bytes -= spent.operationBytes;
  spent.operationBytes = 0;
  throw tooMany(
    `Your account would have changed more than ${env.MAX_DAILY_MB} MB of data today, which is the limit. ` +
      'Nothing was saved. Please go on after midnight (UTC), or ask your administrator.',
    Math.ceil(((today + 1) * DAY_MS - now) / 1_000),
  );
}
