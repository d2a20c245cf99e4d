import { setImmediate as nextTurn } from 'node:timers/promises';

/** An answer takes about eight turns: with one turn for each part of long work, others waited for eight parts. */
const TURNS = 4;

/** Between two parts of long work: lets other requests run. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
}

/** Parts of a list with at most `size` items; between two of them other requests run. */
export async function* inChunks<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let i = 0; i < list.length; i += size) {
    if (i) await yieldToEventLoop();
    yield list.slice(i, i + size);
  }
}

/**
 * Parts of a list of at most `maxBytes`, or of one item, and of at most `maxItems`; between two of
 * them other requests run.
 */
export async function* inChunksOfBytes<T extends { bytes: number }>(
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
