import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A stream of what `write` writes. It is destroyed if `write` fails. */
export function streamed(write: (out: PassThrough) => Promise<void>): Readable {
  const out = new PassThrough();
  write(out).catch((error) => out.destroy(error as Error));
  return out;
}

/** Between two chunks: waits for the reader and yields to other requests. Throws if aborted. */
export async function pause(out: Writable, signal: AbortSignal): Promise<void> {
  if (out.writableNeedDrain) await once(out, 'drain', { signal });
  else await nextTurn(undefined, { signal });
}
