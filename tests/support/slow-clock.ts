import { vi } from 'vitest';

const MS_PER_READING = 20;

/** Runs work as on a slow machine: 20 ms seem to pass between two readings of the clock. */
export async function withSlowClock<T>(work: () => Promise<T>): Promise<T> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += MS_PER_READING));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
