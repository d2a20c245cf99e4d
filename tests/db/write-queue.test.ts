import { expect, test } from 'vitest';
import { WriteQueue } from '#db/write-queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('writes run one at a time, in the order of asking (rule 12.34)', async () => {
  const queue = new WriteQueue();
  const running: string[] = [];
  for (const name of ['a', 'b', 'c']) void queue.enter().then(() => running.push(name));
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await settled();
    expect(running).toEqual(expected);
    queue.leave();
  }
});

test('a write that can wait for another time begins at once or not at all', async () => {
  const queue = new WriteQueue();
  expect(queue.enterIfIdle()).toBe(true);
  expect(queue.enterIfIdle()).toBe(false);
  queue.leave();
  expect(queue.enterIfIdle()).toBe(true);
});
