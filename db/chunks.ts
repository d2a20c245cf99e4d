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
