// Imports: how long a preview, an import and an undo take, what memory they need, and what others notice.
import { setTimeout as pause } from 'node:timers/promises';
import { askRegularly } from './exports.mjs';
import { MANAGER, productRules } from './generate.mjs';
import { inventDeals } from './invented.mjs';
import { ask, logIn, product } from './servers.mjs';

const ROWS = 10_000;
const MOST = 20_000;
/** After this many ms a server that just started is idle. */
const SETTLED = 2_000;
const SEED = 15;
/** So many characters of a text, so that 20,000 rows have less than 10 MB. */
const SHORT = 100;
const KEYS = [
  'companyName',
  'ceoName',
  'cooName',
  'cfoName',
  'industries',
  'businessIntroduction',
  'keyBusinessNumbers',
  'fundingRound',
  'targetFundingSize',
  'targetClosingDate',
  'evaluationScore',
  'nextMeetingDate',
  'comments',
];

/**
 * New deals by the API into this database, which holds 10,000, and its own export brought back. A dry run is the preview;
 * an import is the whole request, which reads and compares the file once more.
 */
export async function measureImports(file) {
  const server = await product(file);
  const cookie = await logIn(server.base, MANAGER);
  await pause(SETTLED);
  const idle = server.memory().now;
  const send = (body, query = '', type = 'text/csv') =>
    post(server, `/api/pipelines/import${query}`, { cookie, body, type });
  const csv = await invent(ROWS);
  const waits = [];
  const beside = async (work) => {
    const ended = new AbortController();
    const others = askRegularly(server, cookie, ended.signal);
    const result = await work();
    ended.abort();
    const asked = (await others).map(({ ms }) => ms).toSorted((a, b) => a - b);
    waits.push(asked[Math.floor(asked.length * 0.95)] ?? 0);
    return result;
  };
  const preview = await beside(() => send(csv, '?dryRun=true'));
  const whole = await beside(() => send(csv));
  const undo = await beside(() =>
    post(server, `/api/imports/${whole.answer.id}`, { cookie, method: 'DELETE' }),
  );
  const { peak } = server.memory();
  const untouched = await bringBack(server, cookie);
  const most = await send(await invent(MOST, SEED + 1, SHORT), '?onDuplicate=create');
  await server.stop();
  return {
    rows: ROWS,
    previewMs: preview.ms,
    importMs: whole.ms,
    undoMs: undo.ms,
    undone: undo.answer.deleted,
    memory: peak === undefined ? undefined : peak - idle,
    othersP95: Math.max(...waits),
    changedByExport: untouched.created + untouched.updated,
    most: most.answer.created,
    mostMs: most.ms,
  };
}

async function bringBack(server, cookie) {
  const headers = { Cookie: cookie };
  const { body } = await ask(server.base, '/api/pipelines/export', { headers });
  const form = new FormData();
  form.set('file', new Blob([body]), 'export.xlsx');
  const encoded = new Response(form);
  const { answer } = await post(server, '/api/pipelines/import', {
    cookie,
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type'),
  });
  return answer;
}

async function post({ base }, path, { cookie, body, type, method = 'POST' }) {
  const headers = {
    Cookie: cookie,
    ...(body && { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const answer = await ask(base, path, { method, headers, body });
  if (answer.status >= 300)
    throw new Error(`${path}: ${answer.status} ${answer.body.subarray(0, 300)}`);
  return { ms: answer.ms, answer: JSON.parse(answer.body) };
}

/** Deals that no other database here has. */
async function invent(count, seed = SEED, longest = Infinity) {
  const rules = await productRules();
  const lines = [KEYS.join()];
  for (const { deal } of inventDeals(count, rules, seed)) {
    const row = { ...deal, companyName: `New ${seed} ${deal.companyName}` };
    lines.push(KEYS.map((key) => cell(row[key], longest)).join());
  }
  return `${lines.join('\n')}\n`;
}

function cell(value, longest) {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return `"${text.slice(0, longest).replaceAll('"', '""')}"`;
}
