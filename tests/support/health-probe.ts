import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from './running-server';

/** Asks again and again whether the server is alive. `stop` returns how long it took, in ms. */
export function measureHealth(server: RunningServer): {
  stop(): Promise<{ p95: number; most: number }>;
} {
  const times: number[] = [];
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const began = performance.now();
      const { status } = await server.ask('GET', '/healthz');
      if (status !== 200) throw new Error(`/healthz answers ${status}.`);
      times.push(performance.now() - began);
      await pause(50);
    }
  })();
  asking.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await asking;
      const sorted = times.toSorted((a, b) => a - b);
      return { p95: sorted[Math.floor(sorted.length * 0.95)]!, most: sorted.at(-1)! };
    },
  };
}
