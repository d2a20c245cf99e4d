import { vi } from 'vitest';

/** Runs work with a fast clock, so that waits for a locked database end soon. */
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
