import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long answers, written while they are sent. */

/** What `write` writes, as it writes it. Where it fails, the stream breaks off. */
export function streamed(write: (out: PassThrough) => Promise<void>): Readable {
  const out = new PassThrough();
  write(out).catch((error) => out.destroy(error as Error));
  return out;
}

/** Between two pieces: waits until who reads has taken enough, and lets others have their turn. Throws when `signal` says that nobody reads on. */
export async function pause(out: Writable, signal: AbortSignal): Promise<void> {
  if (out.writableNeedDrain) await once(out, 'drain', { signal });
  else await nextTurn(undefined, { signal });
}
