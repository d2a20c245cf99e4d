// npm run bench [-- --quick] [--rounds=3] [--seconds=2]: the release build beside the limit and the floor, in one run.
// Prints a report, and without --quick keeps it in bench/results.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../scripts/build.mjs';
import { measureExports } from './exports.mjs';
import { databaseOf, MANAGER } from './generate.mjs';
import { measureImports } from './imports.mjs';
import { load, median } from './load.mjs';
import { timeClicks } from './clicks.mjs';
import { openBrowser, openThenSlow, timePage, weighPage } from './pages.mjs';
import { report } from './report.mjs';
import { requests } from './requests.mjs';
import { measureWalks } from './walk.mjs';
import { ADMIN, ask, floor, limit, logIn, product } from './servers.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const rounds = Number(given.rounds ?? (given.quick ? 1 : 3));
const seconds = Number(given.seconds ?? (given.quick ? 1 : 2));
const sizes = given.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
/** In ms: after the start the database is read through by a thread that then ends. */
const SETTLED = 40_000;
/** The size at which the product is compared with the limit and the floor. */
const USUAL = 10_000;
/** First visits under the slow profile in each round: their times vary by a third. */
const VISITS = 3;
const DASHBOARD = '/dashboard?size=25';

const started = Date.now();
const before = loadavg()[0];
const say = (what) =>
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${what}`);

say('building');
buildWhenStale();
buildFloor();
say('generating deals');
const databases = new Map();
for (const size of sizes) databases.set(size, await databaseOf(size));
const usual = databases.get(USUAL).file;
try {
  say('starts');
  const starts = {
    product: await measureStarts(product),
    limit: await measureStarts(limit),
    largest: await measureStarts(product, databases.get(sizes.at(-1)).file),
  };
  say('exports');
  const exports = [];
  for (const size of sizes)
    exports.push({
      size,
      results: await measureExports(databases.get(size).file, size === USUAL ? rounds : 1),
    });
  say('imports');
  const written = await databaseOf(USUAL);
  const imports = await measureImports(written.file).finally(written.remove);
  say('pages');
  const { weights, times, clicks } = await measurePages();
  say('requests, warming up');
  const { results, walks, memory } = await measureRequests();
  const text = report({
    sizes,
    usual: USUAL,
    rounds,
    seconds,
    before,
    starts,
    exports,
    imports,
    weights,
    times,
    clicks,
    results,
    walks,
    memory,
    quick: given.quick,
    minutes: (Date.now() - started) / 60_000,
  });
  console.log(`\n${text}`);
  if (!given.quick) writeFileSync('bench/results.md', text);
} finally {
  for (const { remove } of databases.values()) remove();
}

function buildFloor() {
  const args = [
    'node_modules/@remix-run/dev/dist/cli.js',
    'vite:build',
    '--config',
    'bench/floor/vite.config.js',
    'bench/floor',
    '--logLevel',
    'error',
  ];
  if (
    spawnSync(process.execPath, args, {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    }).status !== 0
  )
    throw new Error('The floor could not be built.');
}

/** Time from spawn to the first good answer, in ms, and memory of a server that has answered nothing else, in MB. */
async function measureStarts(start, file = usual) {
  const ready = [];
  let idle;
  for (let run = 0; run < (given.quick ? 2 : 5); run++) {
    const server = await start(file);
    ready.push(server.readyMs);
    if (run === 0) {
      await pause(SETTLED);
      idle = server.memory().now;
    }
    await server.stop();
  }
  return { readyMs: median(ready), idle };
}

async function measurePages() {
  const servers = {
    product: await product(usual),
    limit: await limit(usual),
    floor: await floor(usual),
  };
  const cookie = await logIn(servers.product.base, MANAGER);
  // A browser that has been at the login page has the style sheet, and says so.
  const returning = `${cookie}; ${(await ask(servers.product.base, '/login')).headers['set-cookie'][0].split(';', 1)[0]}`;
  const browser = await openBrowser();
  const weights = [];
  const times = [];
  for (const [name, path, seenBy] of [
    ['Landing', '/'],
    ['Login', '/login'],
    ['Sign-up', '/signup'],
    ['Dashboard, first page of all', DASHBOARD, cookie],
    ['Dashboard', DASHBOARD, returning],
    ['Evaluation', '/pipeline/500/evaluation', returning],
    ['Admin, users', '/admin', returning],
    ['Admin, all pipelines', '/admin/pipelines?size=25', returning],
  ]) {
    weights.push({
      name,
      ...(await weighPage(browser, { base: servers.product.base, path, cookie: seenBy })),
    });
  }
  for (const scripts of [true, false]) {
    const visits = [];
    for (let run = 0; run < rounds * VISITS; run++) {
      for (const [name, { base }] of Object.entries(servers))
        visits.push({
          name,
          ...(await timePage(browser, { base, path: DASHBOARD, cookie, scripts })),
        });
    }
    for (const name of Object.keys(servers)) {
      const of = (key) =>
        median(visits.filter((visit) => visit.name === name).map((visit) => visit[key]));
      times.push({ name, scripts, row: of('row'), interactive: of('interactive') });
    }
  }
  const clicks = [];
  const open = () => openThenSlow(browser, { base: servers.product.base, path: DASHBOARD, cookie });
  for (let run = 0; run < rounds; run++) clicks.push(await timeClicks(open));
  await browser.close();
  for (const server of Object.values(servers)) await server.stop();
  return { weights, times, clicks };
}

/** One product for each size, the limit and the floor at the usual one; each request goes to all of them in turn. */
async function measureRequests() {
  const products = new Map();
  for (const size of sizes) {
    const server = await product(databases.get(size).file);
    products.set(size, {
      ...server,
      cookies: {
        manager: await logIn(server.base, MANAGER),
        analyst: await logIn(server.base, 'analyst01@bench.example'),
        admin: await logIn(server.base, ADMIN),
      },
    });
  }
  const others = { limit: await limit(usual), floor: await floor(usual) };
  const cases = requests(USUAL).flatMap((request, i) => [
    ...sizes
      .filter((size) => request.grows || size === USUAL)
      .map((size) => ({
        ...requests(size)[i],
        at: 'product',
        size,
        base: products.get(size).base,
        cookie: request.anonymous ? undefined : products.get(size).cookies[request.as ?? 'manager'],
      })),
    ...['limit', 'floor']
      .filter((at) => request[at])
      .map((at) => ({
        ...request,
        at,
        size: USUAL,
        base: others[at].base,
        cookie: products.get(USUAL).cookies.manager,
      })),
  ]);
  const results = await load(cases, { rounds, seconds, say });
  const usualProduct = products.get(USUAL);
  const walks = await measureWalks(
    { usual: usualProduct, others, products },
    { rounds, seconds, say },
  );
  const memory = [...products].map(([size, server]) => ({ size, ...server.memory() }));
  for (const server of [...products.values(), ...Object.values(others)]) await server.stop();
  return { results, walks, memory };
}
