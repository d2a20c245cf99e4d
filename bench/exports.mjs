// Exports: how long they take beside the limit's plain writers, what memory they need, and what others notice.
import { setTimeout as pause } from 'node:timers/promises';
import { MANAGER } from './generate.mjs';
import { median } from './load.mjs';
import { ask, limit, logIn, product } from './servers.mjs';

const HEADERS = { 'Accept-Encoding': 'gzip' };
/** Others ask for one deal this often, in ms, whether or not the last answer has come. */
const OTHERS_EVERY = 20;
/** After this many ms a server that just started is idle, and others who began to ask are at work. */
const SETTLED = 2_000;

const EXPORTS = [
  { name: 'xlsx', path: '/api/pipelines/export' },
  { name: 'JSON list', path: '/api/pipelines' },
];

/** Each export of this database `runs` times, by a product that did nothing before; the limit's CSV is there to compare with. */
export async function measureExports(file, runs) {
  const plain = await limit(file);
  const results = [];
  for (const { name, path } of EXPORTS) {
    const server = await product(file);
    const cookie = await logIn(server.base, MANAGER);
    await pause(SETTLED);
    const idle = server.memory().now;
    const ours = [];
    const theirs = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await exportBesideOthers(server, path, cookie));
      theirs.push(await download(plain, path, cookie));
    }
    results.push({
      name,
      product: { ...inTheMiddle(ours), idle, peak: server.memory().peak },
      limit: inTheMiddle(theirs),
    });
    if (name === 'xlsx')
      results.push({ name: 'CSV', limit: await download(plain, '/api/pipelines/csv', cookie) });
    await server.stop();
  }
  await plain.stop();
  return results;
}

async function exportBesideOthers(server, path, cookie) {
  const ended = new AbortController();
  const others = askRegularly(server, cookie, ended.signal);
  await pause(SETTLED);
  const asked = performance.now();
  const result = await download(server, path, cookie);
  ended.abort();
  const waits = (await others)
    .filter(({ at }) => at >= asked - OTHERS_EVERY)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return {
    ...result,
    othersP99: waits[Math.floor(waits.length * 0.99)] ?? 0,
    othersMax: waits.at(-1) ?? 0,
  };
}

async function download({ base }, path, cookie) {
  const { status, size, ms, firstMs } = await ask(base, path, {
    headers: { ...HEADERS, Cookie: cookie },
    keep: false,
  });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return { size, ms, firstMs };
}

/** When each was asked and how long its answer took, in ms. */
export async function askRegularly({ base }, cookie, signal) {
  const asked = [];
  const timer = setInterval(() => {
    const at = performance.now();
    asked.push(
      ask(base, '/api/pipelines/500', { headers: { ...HEADERS, Cookie: cookie } }).then(
        ({ ms }) => ({ at, ms }),
      ),
    );
  }, OTHERS_EVERY);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  clearInterval(timer);
  return Promise.all(asked);
}

function inTheMiddle(runs) {
  return Object.fromEntries(
    Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key] ?? 0))]),
  );
}
