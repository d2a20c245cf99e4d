import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request takes about eight turns; with one turn per chunk it would wait for eight chunks. */
const TURNS_PER_YIELD = 4;

/** Lets other requests run between two chunks of long work. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS_PER_YIELD; turn++) await nextTurn();
}

/** Time that a chunk may take before other requests run. */
const SLICE_MS = 10;
const FIRST_ITEMS = 4;

/** Yields chunks of at most `size` items and about 10 ms, since some rows are a thousand times larger than others. */
export async function* iterateChunks<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  let count = Math.min(size, FIRST_ITEMS);
  for (let i = 0; i < list.length;) {
    if (i) await yieldToEventLoop();
    const start = performance.now();
    yield list.slice(i, i + count);
    const ms = performance.now() - start;
    i += count;
    const fitting = ms > SLICE_MS ? Math.floor((count * SLICE_MS) / ms) : 2 * count;
    count = Math.min(size, Math.max(1, fitting));
  }
}

/** Yields chunks of at most `maxBytes` and `maxItems`, or of one larger item. Other requests run in between. */
export async function* iterateChunksByBytes<T extends { bytes: number }>(
  list: readonly T[],
  maxBytes: number,
  maxItems = Infinity,
): AsyncGenerator<T[]> {
  for (const chunk of splitByBytes(list, maxBytes, maxItems)) {
    if (chunk[0] !== list[0]) await yieldToEventLoop();
    yield chunk;
  }
}

function splitByBytes<T extends { bytes: number }>(
  list: readonly T[],
  maxBytes: number,
  maxItems: number,
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
