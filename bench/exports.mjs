// Exports and imports: how long they take, what memory they need, and what others notice.
import { setTimeout as pause } from 'node:timers/promises';
import { MANAGER } from './generate.mjs';
import { inventFile } from './invented.mjs';
import { logIn, product, quantile, send } from './servers.mjs';

/** Others ask for one deal this often, in ms, whether or not the last answer has come. */
const OTHERS_EVERY = 20;
/** After this many ms a server that just started is idle. */
const SETTLED = 2_000;

/** The workbook and the JSON of all deals, each by a product that did nothing before. */
export async function measureExports(file, size) {
  const results = [];
  for (const path of ['/api/pipelines/export', '/api/pipelines']) {
    const { server, cookie, idle } = await startIdle(file);
    const { answer, others } = await besideOthers(server, cookie, () =>
      send(server, path, { cookie, encoding: 'gzip' }),
    );
    const memory = server.memory().peak - idle;
    results.push({ what: `${path}, ${size} deals`, ...answer, memory, others });
    await server.stop();
  }
  return results;
}

/** 10,000 and 20,000 new deals: the preview, the import, its undo. */
export async function measureImports(file) {
  const results = [];
  for (const [rows, longest] of [
    [10_000, 460],
    [20_000, 100],
  ]) {
    const { server, cookie, idle } = await startIdle(file);
    const body = inventFile(rows, { seed: rows, first: 500_000, longest });
    const post = (query) =>
      send(server, `/api/pipelines/import?onDuplicate=create${query}`, {
        ...{ method: 'POST', cookie, body, type: 'text/csv' },
      });
    const preview = await besideOthers(server, cookie, () => post('&dryRun=true'));
    const whole = await besideOthers(server, cookie, () => post(''));
    const { id, created } = JSON.parse(whole.answer.body);
    if (created !== rows) throw new Error(`${created} of ${rows} rows were imported.`);
    const undo = await besideOthers(server, cookie, () =>
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
  const server = await product(file);
  const cookie = await logIn(server.base, MANAGER);
  await pause(SETTLED);
  return { server, cookie, idle: server.memory().now };
}

/** The answer, and the 95 % quantile of what others waited meanwhile, in ms. */
async function besideOthers(server, cookie, work) {
  const waits = [];
  const timer = setInterval(
    () => waits.push(send(server, '/api/pipelines/500', { cookie })),
    OTHERS_EVERY,
  );
  const answer = await work().finally(() => clearInterval(timer));
  const ms = (await Promise.all(waits)).map((wait) => wait.ms);
  return { answer, others: ms.length ? quantile(ms, 0.95) : 0 };
}
