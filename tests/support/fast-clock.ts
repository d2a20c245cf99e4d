import { vi } from 'vitest';

/** Lets the clock run fast while something is done: what waits for a locked database gives up soon, on a busy machine too. */
export async function withFastClock<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'] });
  const running = setInterval(() => vi.setSystemTime(Date.now() + 4_000), 50);
  try {
    return await work();
  } finally {
    clearInterval(running);
    vi.useRealTimers();
  }
}
