// Starts the measured servers, each on its own port, and reads their memory and processor time
// (Linux).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const PASSWORD = 'bench-password-2026';
export const ADMIN = 'admin@bench.example';
/** The first server may have to be built. */
const MAX_START_MS = 120_000;

const START = JSON.parse(readFileSync(new URL('../package.json', import.meta.url))).scripts.start;
/** Starts the product as `npm start` and the service do. */
export const startProduct = (database) => startServer(START.split(' ').slice(1), database);
export const startFloor = (database) => startServer(['bench/floor/server.mjs'], database);

/**
 * Starts a server on this database. `readyMs` is the time from its spawn to its first good answer.
 */
async function startServer(args, database) {
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: base,
    DATABASE_URL: `file:${database}`,
    SESSION_SECRET: 'only-for-the-bench-and-longer-than-32',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    SMTP_URL: '',
    WRITE_LIMIT: '1000000',
  };
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (log += text));
  const isReady = async () => (await ask(base, '/healthz')).status === 200;
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() - started > MAX_START_MS) {
      child.kill('SIGKILL');
      throw new Error(`${args.at(-1)} did not start.\n${log}`);
    }
    await pause(3);
  }
  const readyMs = performance.now() - started;
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (child.exitCode) throw new Error(`${args.at(-1)} ended with ${child.exitCode}.\n${log}`);
  };
  return {
    base,
    readyMs,
    stop,
    memory: () => readMemory(child.pid),
    cpu: () => readCpuMs(child.pid),
  };
}

export function ask(base, path, { method = 'GET', headers = {}, body, agent } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(new URL(path, base), { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      const { statusCode: status, headers } = response;
      response.on('end', () =>
        resolve({
          status,
          headers,
          body: Buffer.concat(chunks),

          ms: performance.now() - started,
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

/** Sends a signed-in request, which has to succeed. */
export async function send({ base }, path, { cookie = '', body, type, encoding, ...options }) {
  const answer = await ask(base, path, {
    ...options,
    body,
    headers: {
      Cookie: cookie,
      'Accept-Encoding': encoding ?? 'identity',
      ...(body && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    },
  });
  if (answer.status >= 300)
    throw new Error(`${path}: ${answer.status} ${answer.body.subarray(0, 300)}`);
  return answer;
}

export async function signIn(base, email) {
  const body = JSON.stringify({ email, password: PASSWORD });
  const request = { method: 'POST', body, type: 'application/json' };
  const answer = await send({ base }, '/api/auth/login', request);
  return answer.headers['set-cookie'].find((cookie) => /session=/.test(cookie)).split(';')[0];
}

/** Returns resident memory of a process and its children in MB, now and at its peak. */
function readMemory(pid) {
  const all = listProcesses(pid).map((one) => readFileSync(`/proc/${one}/status`, 'utf8'));
  const sum = (name) =>
    all.reduce((total, status) => total + Number(status.match(`${name}:\\s+(\\d+)`)[1]), 0) / 1024;
  return { now: sum('VmRSS'), peak: sum('VmHWM') };
}

/** Returns processor time of a process and its children in ms; Linux counts in steps of 10 ms. */
function readCpuMs(pid) {
  const ticks = listProcesses(pid).map((one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

function listProcesses(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children ? children.split(' ') : []).flatMap(listProcesses)];
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (values) => quantile(values, 0.5);
