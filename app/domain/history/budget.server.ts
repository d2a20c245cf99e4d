import { DAY_MS } from '~/domain/date/calendar-day';
import { env } from '~/env.server';
import { tooMany } from '~/errors';

/**
 * Limits what an account adds to the history in a UTC day. An import of 20,000 rows (10 MB) adds 26
 * MB and its undo 3 MB, a bulk change of 20,000 deals 4 MB. Counted in memory, so that a restart
 * allows one more budget at most.
 */
const MAX_DAILY_BYTES = env.MAX_DAILY_MB * 1024 * 1024;

interface DailyUsage {
  bytes: number;
  operationId: string;
  operationBytes: number;
}

let usageByAccount = new Map<string, DailyUsage>();
let usageDay = 0;

/**
 * Counts bytes that an operation adds. Throws 429 above the daily budget; then nothing of the
 * operation counts, as none of it is stored.
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
  const usage = usageByAccount.get(accountId) ?? { bytes: 0, operationId, operationBytes: 0 };
  if (usage.operationId !== operationId) Object.assign(usage, { operationId, operationBytes: 0 });
  usage.bytes += bytes;
  usage.operationBytes += bytes;
  usageByAccount.set(accountId, usage);
  if (usage.bytes <= MAX_DAILY_BYTES) return;
  usage.bytes -= usage.operationBytes;
  usage.operationBytes = 0;
  throw tooMany(
    `Your account would have changed more than ${env.MAX_DAILY_MB} MB of data today, which is the limit. ` +
      'Nothing was saved. Please continue after midnight (UTC), or ask your administrator.',
    Math.ceil(((today + 1) * DAY_MS - now) / 1_000),
  );
}
