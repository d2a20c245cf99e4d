import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_TURN_MS = 10;

/** A request takes about eight turns; with one turn per pause it would wait for eight pauses. */
const TURNS_PER_PAUSE = 4;

let turnStart: number | undefined;

/**
 * Lets other requests run if this turn of the event loop has worked for 10 ms. Loops over many rows
 * get this from the functions below.
 */
async function pauseIfDue(): Promise<void> {
  turnStart ??= startTurn();
  if (performance.now() - turnStart < MAX_TURN_MS) return;
  for (let turn = 0; turn < TURNS_PER_PAUSE; turn++) await nextTurn();
}

function startTurn(): number {
  setImmediate(() => (turnStart = undefined));
  return performance.now();
}

/** Bounds memory: a deal may hold a million characters. */
export const MAX_CHUNK_ROWS = 20;

/** Bounds memory where rows differ in size: a change may hold megabytes. */
const MAX_CHUNK_BYTES = 1024 * 1024;

export async function* iterateWithPauses<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    yield item;
    await pauseIfDue();
  }
}

export async function* iterateChunks<T>(
  list: readonly T[],
  size = MAX_CHUNK_ROWS,
): AsyncGenerator<T[]> {
  for (let i = 0; i < list.length; i += size) {
    yield list.slice(i, i + size);
    await pauseIfDue();
  }
}

export function iterateChunksByBytes<T extends { bytes: number }>(
  list: readonly T[],
  { maxItems = Infinity, maxBytes = MAX_CHUNK_BYTES } = {},
): AsyncGenerator<T[]> {
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
  return iterateWithPauses(chunks);
}
