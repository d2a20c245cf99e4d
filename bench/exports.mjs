// Measures duration and memory of exports and imports, and the delay of others.
import { setTimeout as pause } from 'node:timers/promises';
import { MANAGER } from './generate.mjs';
import { createFile } from './invented.mjs';
import { quantile, send, signIn, startProduct } from './servers.mjs';

/** Interval of others' requests for one deal, whether or not the last answer has come. */
const OTHERS_INTERVAL_MS = 20;
/** A server that just started is idle after this time. */
const SETTLE_MS = 2_000;

export async function measureExports(file, size) {
  const results = [];
  for (const path of ['/api/pipelines/export', '/api/pipelines']) {
    const { server, cookie, idle } = await startIdle(file);
    const { answer, others } = await measureBesideOthers(server, cookie, () =>
      send(server, path, { cookie, encoding: 'gzip' }),
    );
    const memory = server.memory().peak - idle;
    results.push({ what: `${path}, ${size} deals`, ...answer, memory, others });
    await server.stop();
  }
  return results;
}

export async function measureImports(file) {
  const results = [];
  for (const [rows, longest] of [
    [10_000, 460],
    [20_000, 100],
  ]) {
    const { server, cookie, idle } = await startIdle(file);
    const body = createFile(rows, { seed: rows, first: 500_000, longest });
    const post = (query) =>
      send(server, `/api/pipelines/import?onDuplicate=create${query}`, {
        method: 'POST',
        cookie,
        body,
        type: 'text/csv',
      });
    const preview = await measureBesideOthers(server, cookie, () => post('&dryRun=true'));
    const whole = await measureBesideOthers(server, cookie, () => post(''));
    const { id, created } = JSON.parse(whole.answer.body);
    if (created !== rows) throw new Error(`${created} of ${rows} rows were imported.`);
    const undo = await measureBesideOthers(server, cookie, () =>
      send(server, `/api/imports/${id}`, { method: 'DELETE', cookie }),
    );
    const memory = server.memory().peak - idle;
    for (const [what, { answer, others }] of Object.entries({
      'import, preview': preview,
      import: whole,
      'import, undo': undo,
    }))
      results.push({ what: `${what}, ${rows} rows`, ...answer, others, memory });
    await server.stop();
  }
  return results;
}

async function startIdle(file) {
  const server = await startProduct(file);
  const cookie = await signIn(server.base, MANAGER);
  await pause(SETTLE_MS);
  return { server, cookie, idle: server.memory().now };
}

/** Returns the answer, and the 95th percentile of others' waits in ms. */
async function measureBesideOthers(server, cookie, work) {
  const waits = [];
  const timer = setInterval(
    () => waits.push(send(server, '/api/pipelines/500', { cookie })),
    OTHERS_INTERVAL_MS,
  );
  const answer = await work().finally(() => clearInterval(timer));
  const ms = (await Promise.all(waits)).map((wait) => wait.ms);
  return { answer, others: ms.length ? quantile(ms, 0.95) : 0 };
}
