import { expect, test, vi } from 'vitest';
import { iterateChunks, iterateChunksByBytes, iterateWithPauses } from '#db/chunks';
import { countTurns } from '../support/event-loop-turns';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Lets so many milliseconds pass between two items, and returns the turns that other work had. */
async function countTurnsBetweenItems(ms: number): Promise<number> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { turns } = await countTurns(async () => {
    for await (const _ of iterateWithPauses(Array(30))) now += ms;
  });
  clock.mockRestore();
  return turns;
}

test('long work lets other requests run every 10 ms', async () => {
  // Four turns after each third item.
  expect(await countTurnsBetweenItems(5)).toBeGreaterThanOrEqual(4 * 9);
});

test('short work does not wait for other requests', async () => {
  expect(await countTurnsBetweenItems(0.1)).toBe(0);
});

test('chunks have the size, and the last one the rest', async () => {
  expect(await collect(iterateChunks([1, 2, 3, 4, 5], 2))).toEqual([[1, 2], [3, 4], [5]]);
});

test('chunks end at their bytes, and a larger item stands alone', async () => {
  const rows = [3, 4, 9, 1, 1].map((bytes) => ({ bytes }));
  const chunks = await collect(iterateChunksByBytes(rows, { maxBytes: 7 }));
  expect(chunks.map((chunk) => chunk.map(({ bytes }) => bytes))).toEqual([[3, 4], [9], [1, 1]]);
});
