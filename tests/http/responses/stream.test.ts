import { expect, test } from 'vitest';
import { respondWithStream } from '~/http/responses/stream.server';

test('a long answer stops when its client leaves', async () => {
  let made = 0;
  let isOver = false;
  async function* parts() {
    try {
      for (; made < 1_000; made++) yield 'x'.repeat(20_000);
    } finally {
      isOver = true;
    }
  }
  const request = new Request('http://localhost:3000/api/pipelines');
  const reader = respondWithStream({ request, context: {} }, parts(), {}).body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(isOver).toBe(true);
  expect(made).toBeLessThan(5);
});
