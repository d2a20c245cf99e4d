// Measures the release build and writes bench/results.md: npm run bench. bench/config.json has the
// sizes, rounds and seconds; for one run: npm run bench -- --sizes=1000 --rounds=1 --seconds=1 --print
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../scripts/build.mjs';
import { measureClicks } from './clicks.mjs';
import { measureExports, measureImports } from './exports.mjs';
import { copyDatabase } from './generate.mjs';
import { formatReport } from './report.mjs';
import { median, startFloor, startProduct } from './servers.mjs';
import { PAGES, signInAll, walk } from './walk.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const config = JSON.parse(readFileSync('bench/config.json', 'utf8'));
const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: config.sizes.join() },
    rounds: { type: 'string', default: String(config.rounds) },
    seconds: { type: 'string', default: String(config.seconds) },
    print: { type: 'boolean', default: false },
  },
});
const sizes = given.sizes.split(',').map(Number);
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);
/** 200 people who read each answer for three seconds. */
const PEOPLE = { walkers: 200, think: true, seconds: 10 * seconds };
/** A thread reads the database through after the start, and then ends. */
const SETTLE_MS = 40_000;
/** V8 frees what pages left behind once it is idle for 8 s. */
const REST_MS = 10_000;

const started = Date.now();
const load = loadavg()[0];
const minutes = () => (Date.now() - started) / 60_000;
const logProgress = (what) => console.log(`${minutes().toFixed(1).padStart(5)} min  ${what}`);

logProgress('building');
buildWhenStale();
buildFloor();
const databases = new Map();
try {
  for (const size of sizes) {
    logProgress(`inventing ${size} deals`);
    databases.set(size, await copyDatabase(size));
  }
  const bySize = [];
  for (const [size, { file }] of databases) {
    logProgress(`walk, ${size} deals`);
    bySize.push({ size, ...(await measureWalk(file)) });
  }
  const { file } = databases.get(sizes.findLast((size) => size <= 20_000));
  logProgress('list beside the floor');
  const besideFloor = await measureBesideFloor(file);
  logProgress('exports');
  const exports = [];
  for (const [size, { file }] of databases) exports.push(...(await measureExports(file, size)));
  logProgress('clicks');
  const clicks = await measureClicks(file, rounds);
  logProgress('imports');
  const imports = await measureImports(file);
  const options = `--sizes=${sizes} --rounds=${rounds} --seconds=${seconds}`;
  const run = { command: `npm run bench -- ${options}`, minutes: minutes(), load };
  const text = formatReport({ run, bySize, besideFloor, exports, clicks, imports });
  console.log(`\n${text}`);
  if (!given.print) writeFileSync('bench/results.md', text);
} finally {
  for (const { remove } of databases.values()) remove();
}

function buildFloor() {
  const args = ['vite:build', '--config', 'bench/floor/vite.config.js', 'bench/floor'];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@remix-run/dev/dist/cli.js', ...args, '--logLevel', 'error'],
    { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status) throw new Error('The floor could not be built.');
}

/**
 * Measures the start, the idle server, each kind of page, 50 connections and 200 people, and the
 * memory right afterwards and after a rest.
 */
async function measureWalk(file) {
  const server = await startProduct(file);
  await pause(SETTLE_MS);
  const idle = server.memory().now;
  const people = await signInAll(server);
  await walk(server, people, { walkers: 10, seconds });
  const pages = {};
  for (const kind of PAGES)
    pages[kind] = (await walk(server, people, { walkers: 4, seconds, only: [kind] })).cpuMs;
  const busy = await walk(server, people, { walkers: 50, seconds: 5 * seconds });
  const thinking = await walk(server, people, PEOPLE);
  const { readyMs } = server;
  const memory = server.memory().now;
  await pause(REST_MS);
  const restedMemory = server.memory().now;
  await server.stop();
  return { readyMs, idle, pages, busy, thinking, memory, restedMemory };
}

/**
 * Returns the processor's ms of the plain list in the product and in the barest Remix page,
 * measured in pairs.
 */
async function measureBesideFloor(file) {
  const servers = { product: await startProduct(file), floor: await startFloor(file) };
  const people = await signInAll(servers.product);
  const lists = { walkers: 4, seconds, only: ['list'] };
  const pairs = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = {};
    for (const [name, server] of Object.entries(servers))
      pair[name] = (await walk(server, people, lists)).cpuMs;
    // The first round warms up.
    if (round) pairs.push({ ...pair, times: pair.product / pair.floor });
  }
  for (const server of Object.values(servers)) await server.stop();
  const middle = (key) => median(pairs.map((pair) => pair[key]));
  return { product: middle('product'), floor: middle('floor'), times: middle('times') };
}
