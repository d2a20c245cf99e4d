import { expect, test } from 'vitest';
import { inChunks, inChunksOfBytes } from '#db/chunks';

const items = Array.from({ length: 64 }, (_, n) => n);

/** Keeps the thread busy. */
function work(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms;);
}

test('parts of slow items are few, and all items come in order', async () => {
  const parts: number[][] = [];
  for await (const part of inChunks(items, 64)) {
    parts.push(part);
    work(5 * part.length);
  }
  expect(parts.flat()).toEqual(items);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4);
});

test('parts of fast items grow to the size', async () => {
  const sizes: number[] = [];
  for await (const { length } of inChunks(items, 32)) sizes.push(length);
  expect(sizes).toEqual([4, 8, 16, 32, 4]);
});

test('parts end at their bytes, and a larger item stands alone', async () => {
  const rows = [3, 4, 9, 1, 1].map((bytes) => ({ bytes }));
  const parts: number[][] = [];
  for await (const part of inChunksOfBytes(rows, 7)) parts.push(part.map(({ bytes }) => bytes));
  expect(parts).toEqual([[3, 4], [9], [1, 1]]);
});
