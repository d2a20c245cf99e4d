// Records stalls of the server's event loop and growth of its memory, a JSON object per line with
// times in ms, in EVENT_LOOP_LOG: node --import ./tests/support/event-loop.mjs …
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;
const MIN_STALL_MS = 25;
const MIN_GROWTH_BYTES = 4 * 1024 * 1024;

// Worker threads and child processes inherit these options.
if (isMainThread && process.argv[1]?.endsWith('start.mjs') && !process.connected) watch();

function watch() {
  let last = measure();
  let lastRss = 0;
  setInterval(() => {
    const now = measure();
    const rss = process.memoryUsage.rss();
    const wall = now.wall - last.wall - INTERVAL_MS;
    if (wall >= MIN_STALL_MS || Math.abs(rss - lastRss) >= MIN_GROWTH_BYTES) {
      // A thread that waits for a processor uses none meanwhile.
      const stall = Math.min(wall, now.cpu - last.cpu);
      write({ at: Date.now(), wall: Math.round(wall), stall: Math.round(stall), rss });
      lastRss = rss;
    }
    last = measure();
  }, INTERVAL_MS).unref();
  process.on('SIGUSR2', () => {
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    lastRss = rss;
    write({ at: Date.now(), wall: 0, stall: 0, rss, live: heapUsed + external });
    last = measure();
  });
}

function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function measure() {
  // Node 22 cannot tell the processor time of a thread, so all time counts.
  const { user, system } = process.threadCpuUsage?.() ?? { user: Infinity, system: 0 };
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function write(sample) {
  appendFileSync(process.env.EVENT_LOOP_LOG, `${JSON.stringify(sample)}\n`);
}
