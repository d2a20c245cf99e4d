// Starts the servers that are measured, each on a port of its own, and reads their memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const PASSWORD = 'bench-password-2026';
export const ADMIN = 'admin@bench.example';
/** In ms; the first one may have to be built. */
const PATIENCE = 120_000;
const SECRET = 'only-for-the-bench-and-longer-than-32';

export const product = (database, env) =>
  startServer(['--max-semi-space-size=16', 'scripts/start.mjs'], database, env);
export const limit = (database) => startServer(['bench/limit/server.mjs'], database);
export const floor = (database) => startServer(['bench/floor/server.mjs'], database);

/** A server of these arguments on this database file. `readyMs` is the time from its spawn to its first good answer. */
async function startServer(args, database, env = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: base,
    DATABASE_URL: `file:${database}`,
    SESSION_SECRET: SECRET,
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    SMTP_URL: '',
    TRUST_PROXY: '',
    BCRYPT_COST: '',
    WRITE_LIMIT: '1000000',
  };
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => (log += text));
  while (
    !(await ask(base, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - started > PATIENCE) {
      child.kill('SIGKILL');
      throw new Error(`${args[0]} did not start.\n${log}`);
    }
    await pause(3);
  }
  const readyMs = performance.now() - started;
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (child.exitCode) throw new Error(`${args[0]} ended with ${child.exitCode}.\n${log}`);
  };
  return {
    base,
    readyMs,
    stop,
    memory: () => memory(child.pid),
    forgetPeak: () => forgetPeak(child.pid),
    cpu: () => cpu(child.pid),
  };
}

/** One request, its body as it was sent. `firstMs` is the time to the first byte of the body. */
export function ask(base, path, { method = 'GET', headers = {}, body, agent, keep = true } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(new URL(path, base), { method, headers, agent }, (response) => {
      const chunks = [];
      let size = 0;
      let firstMs;
      response.on('data', (chunk) => {
        firstMs ??= performance.now() - started;
        size += chunk.length;
        if (keep) chunks.push(chunk);
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          head: response.rawHeaders.join('').length,
          body: Buffer.concat(chunks),
          size,
          firstMs,
          ms: performance.now() - started,
        }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

/** The session cookie of an account. */
export async function logIn(base, email) {
  const answer = await ask(base, '/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (answer.status !== 200)
    throw new Error(`${email} could not log in: ${answer.status} ${answer.body}`);
  return answer.headers['set-cookie'].find((cookie) => /session=/.test(cookie)).split(';')[0];
}

/** Resident memory of a process and its children, now and at its highest, in MB; undefined where there is no /proc. */
function memory(pid) {
  try {
    const all = family(pid).map((one) => readFileSync(`/proc/${one}/status`, 'utf8'));
    const sum = (name) =>
      all.reduce(
        (total, status) => total + Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]),
        0,
      ) / 1024;
    return { now: sum('VmRSS'), peak: sum('VmHWM') };
  } catch {
    return { now: undefined, peak: undefined };
  }
}

const TICK_MS = 10;

/** Processor time of a process and its children so far, in ms; undefined where there is no /proc. */
function cpu(pid) {
  try {
    const ticks = family(pid).map((one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ');
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
  } catch {
    return undefined;
  }
}

function forgetPeak(pid) {
  try {
    for (const one of family(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5');
  } catch {
    // Not Linux: then there is no peak to forget.
  }
}

function family(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return [pid, ...children.flatMap(family)];
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
