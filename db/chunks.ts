import { setImmediate as nextTurn } from 'node:timers/promises';

/** Parts of a list with at most `size` items; between two of them other requests run. */
export async function* inChunks<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let i = 0; i < list.length; i += size) {
    if (i) await nextTurn();
    yield list.slice(i, i + size);
  }
}
