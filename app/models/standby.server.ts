import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { databasePath } from '#db/client';
import { env } from '~/env.server';
import { logError } from '~/log.server';

/**
 * How far the standby, which Litestream writes (docs/operations.md), is behind the database.
 * Litestream copies the write-ahead log to files beside the database and from there to the standby.
 */

const EVERY = 1_000;
/** After so many ms without an answer it counts as not reachable. */
const SILENCE = 5_000;

/** A place in the log: its file's number and the bytes of it. */
interface Place {
  file: number;
  bytes: number;
}

/** What the standby has to reach to hold everything that was written until a moment, in ms. */
interface Mark extends Place {
  until: number;
}

const seen: {
  /** Since when this process looks. */
  since?: number;
  answeredAt?: number;
  isLost?: boolean;
  generation?: string;
  /** The standby's place at the last look, and what Litestream still says of the last generation. */
  sent?: Place;
  former?: Place;
  next?: Mark;
  /** The standby holds everything that was written until then. */
  heldUntil?: number;
} = {};

export type Standby =
  | { state: 'unreachable'; since: Date }
  /** Nothing is known to be there, for `ms`. */
  | { state: 'incomplete'; ms: number }
  /** At most the last `ms` of what was written are missing; 0 if nothing is. */
  | { state: 'follows'; ms: number };

/** Looks every second from now on, if there is a standby. One process of the server does. */
export function watchStandby(): void {
  const metrics = env.STANDBY_METRICS;
  if (!metrics) return;
  seen.since = seen.answeredAt = Date.now();
  setInterval(() => void look(metrics), EVERY).unref();
}

/** As far as this process has seen; undefined in one that does not look. */
export function standby(): Standby | undefined {
  const { since, answeredAt, isLost, heldUntil } = seen;
  if (!since || !answeredAt) return undefined;
  if (isLost) return { state: 'unreachable', since: new Date(answeredAt) };
  if (!heldUntil) return { state: 'incomplete', ms: Date.now() - since };
  const isComplete = writtenAt() <= heldUntil;
  return { state: 'follows', ms: isComplete ? 0 : Date.now() - heldUntil };
}

async function look(metrics: string): Promise<void> {
  try {
    const answer = await fetch(metrics, { signal: AbortSignal.timeout(EVERY) });
    compare(sentTo(await answer.text()));
    seen.answeredAt = Date.now();
    seen.isLost = false;
  } catch (error) {
    if (seen.isLost || Date.now() - seen.answeredAt! < SILENCE) return;
    seen.isLost = true;
    logError(error, 'The standby is not reachable');
  }
}

/** Moves `heldUntil` on where the standby has reached the mark, and sets the next. */
function compare(sent: Place | undefined): void {
  const copied = copiedTo();
  if (seen.generation !== copied?.generation) beginAnew(copied?.generation);
  const isOld = sent?.file === seen.former?.file && sent?.bytes === seen.former?.bytes;
  for (const mark of [seen.next, copied]) {
    if (!mark || !sent || isOld || isBefore(sent, mark)) continue;
    seen.heldUntil = Math.max(seen.heldUntil ?? 0, mark.until);
    seen.next = undefined;
  }
  seen.next ??= copied;
  seen.sent = sent;
}

/** After a gap in the log Litestream begins a generation: a new copy of all, numbered from 0. */
function beginAnew(generation: string | undefined): void {
  seen.former = seen.sent;
  seen.generation = generation;
  seen.next = undefined;
}

function isBefore(one: Place, other: Place): boolean {
  return one.file === other.file ? one.bytes < other.bytes : one.file < other.file;
}

/** The place up to which Litestream has read the log; undefined before its first copy. */
function copiedTo(): (Mark & { generation: string }) | undefined {
  const now = Date.now();
  const written = writtenAt();
  const database = databasePath(env.DATABASE_URL);
  const own = join(dirname(database), `.${basename(database)}-litestream`);
  try {
    const generation = readFileSync(join(own, 'generation'), 'utf8').trim();
    const folder = join(own, 'generations', generation, 'wal');
    const last = readdirSync(folder)
      .filter((name) => name.endsWith('.wal'))
      .sort()
      .at(-1)!;
    const { size, mtimeMs } = statSync(join(folder, last));
    const until = written <= mtimeMs ? now : mtimeMs;
    return { generation, file: parseInt(last, 16), bytes: size, until };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** When the database was written last, in ms. */
function writtenAt(): number {
  const log = `${databasePath(env.DATABASE_URL)}-wal`;
  return statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** From Litestream's metrics: the place that the standby has reached, of several the last one's. */
function sentTo(metrics: string): Place | undefined {
  const places = new Map<string, Partial<Place>>();
  const lines = metrics.matchAll(/^litestream_replica_wal_(index|offset)\{(.+)\} (\S+)$/gm);
  for (const [, what, standby, value] of lines)
    places.set(standby!, {
      ...places.get(standby!),
      [what === 'index' ? 'file' : 'bytes']: Number(value),
    });
  const [last] = [...places.values()]
    .map(({ file = 0, bytes = 0 }) => ({ file, bytes }))
    .sort((one, other) => one.file - other.file || one.bytes - other.bytes);
  return last;
}
