import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time that one turn of the event loop may work before other requests run. */
const MAX_TURN_MS = 10;

/** A request takes about eight turns; with one turn per pause it would wait for eight pauses. */
const TURNS_PER_PAUSE = 4;

let turnStart: number | undefined;

/**
 * Lets other requests run if this turn of the event loop has worked for 10 ms. Functions that
 * handle many rows call this after each, so that their callers are plain loops.
 */
export async function pauseIfDue(): Promise<void> {
  turnStart ??= startTurn();
  if (performance.now() - turnStart < MAX_TURN_MS) return;
  for (let turn = 0; turn < TURNS_PER_PAUSE; turn++) await nextTurn();
}

function startTurn(): number {
  setImmediate(() => (turnStart = undefined));
  return performance.now();
}

export function splitIntoChunks<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < list.length; i += size) chunks.push(list.slice(i, i + size));
  return chunks;
}

/** Splits a list into chunks of at most `maxBytes` and `maxItems`, or of one larger item. */
export function splitByBytes<T extends { bytes: number }>(
  list: readonly T[],
  maxBytes: number,
  maxItems = Infinity,
): T[][] {
  const chunks: T[][] = [];
  let bytes = 0;
  for (const item of list) {
    const chunk = chunks.at(-1);
    bytes += item.bytes;
    if (chunk && chunk.length < maxItems && bytes <= maxBytes) chunk.push(item);
    else {
      chunks.push([item]);
      bytes = item.bytes;
    }
  }
  return chunks;
}
