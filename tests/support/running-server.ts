import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { START_ARGUMENTS } from './start-command';

export const ADMIN = { email: 'admin@demo.example', password: 'admin-password-2026' };

/** Limits the time of the server's start. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
export interface TestRequest {
  cookie?: string;
  json?: unknown;
  form?: Record<string, string | string[]> | string;
  csv?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export interface RunningServer {
  /** The server's address and APP_URL. */
  base: string;
  port: number;
  dir: string;
  database: string;
  pid(): number;
  log(): string;
  stopReading(): void;
  /** Sends a request over a shared connection. Redirects are not followed. */
  ask(method: string, path: string, request?: TestRequest): Promise<Answer>;
  /** Returns an `ask` with its own connection, which never repeats a request. */
  newConnection(): RunningServer['ask'];
  /**
   * Sends bytes that no HTTP client would send, and returns the answer until the connection closes
   * or `timeoutMs` passes.
   */
  raw(bytes: string | Buffer, timeoutMs?: number): Promise<{ text: string; closed: boolean }>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  restart(): Promise<number | null>;
}

/**
 * Starts the release build as `npm start` does, with its own database and port. `cwd` is another
 * installation, `dir` a folder with a test.db to start with.
 */
export async function startServer({
  env = {},
  cwd,
  dir = mkdtempSync(join(tmpdir(), 'pipeline-server-')),
}: { env?: Record<string, string>; cwd?: string; dir?: string } = {}): Promise<RunningServer> {
  const database = join(dir, 'test.db');
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const ownAgents: Agent[] = [];
  let written = '';
  let running: ChildProcess;
  let exited: Promise<unknown>;

  const launch = async () => {
    running = spawn(process.execPath, START_ARGUMENTS, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        APP_URL: base,
        DATABASE_URL: `file:${database}`,
        SESSION_SECRET: 'only-for-the-tests-and-longer-than-32',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        REQUIRE_APPROVAL: 'true',
        BCRYPT_COST: '4',
        WRITE_LIMIT: '1000000',
        TRUST_PROXY: '',
        SMTP_URL: '',
        ...env,
      },
    });
    exited = once(running, 'exit');
    for (const output of [running.stdout!, running.stderr!])
      output.setEncoding('utf8').on('data', (text: string) => (written += text));
    for (const start = Date.now(); !(await isHealthy(base)); await pause(25)) {
      if (
        running.exitCode === null &&
        running.signalCode === null &&
        Date.now() - start < ANSWER_TIMEOUT_MS
      )
        continue;
      running.kill('SIGKILL');
      throw new Error(`The server did not start.\n${written}`);
    }
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (running.exitCode === null && running.signalCode === null) running.kill(signal);
    await exited;
    return running.exitCode;
  };

  await launch();
  return {
    base,
    port,
    dir,
    database,
    pid: () => running.pid!,
    log: () => written,
    stopReading() {
      running.stdout!.destroy();
      running.stderr!.destroy();
    },
    ask: (method, path, request) =>
      sendRequest({ port, agent, canRetry: true }, method, path, request),
    newConnection() {
      const connection = new Agent({ keepAlive: true, maxSockets: 1 });
      ownAgents.push(connection);
      return (method, path, request) =>
        sendRequest({ port, agent: connection, canRetry: false }, method, path, request);
    },
    raw: (bytes, timeoutMs) => sendRaw(port, bytes, timeoutMs),
    async stop() {
      for (const connection of [agent, ...ownAgents]) connection.destroy();
      const code = await end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      await end('SIGKILL');
    },
    async restart() {
      const code = await end('SIGTERM');
      await launch();
      return code;
    },
  };
}

function encodeBody({ json, form, csv, body }: TestRequest): {
  body?: string | Buffer;
  type?: string;
} {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (csv !== undefined) return { body: csv, type: 'text/csv' };
  if (form === undefined) return { body };
  const type = 'application/x-www-form-urlencoded';
  if (typeof form === 'string') return { body: form, type };
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, item]),
  );
  return { body: new URLSearchParams(pairs).toString(), type };
}

interface Connection {
  port: number;
  agent: Agent;
  canRetry: boolean;
}

function sendRequest(
  connection: Connection,
  method: string,
  path: string,
  request: TestRequest = {},
): Promise<Answer> {
  const { port, agent, canRetry } = connection;
  const { body, type } = encodeBody(request);
  const headers = {
    ...(type !== undefined && { 'Content-Type': type }),
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(request.cookie !== undefined && { Cookie: request.cookie }),
    ...request.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = send({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text }),
      );
      response.on('error', reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection may close at the moment of its reuse.
      if (canRetry && sent.reusedSocket && error.code === 'ECONNRESET')
        sendRequest(connection, method, path, request).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}

async function sendRaw(
  port: number,
  bytes: string | Buffer,
  timeoutMs = 3_000,
): Promise<{ text: string; closed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  const closed = await Promise.race([
    new Promise<true>((resolve) => socket.once('close', () => resolve(true))),
    pause(timeoutMs, false),
  ]);
  socket.destroy();
  return { text, closed };
}

/** Ignores errors of a request that may end with the connection, but no failed expectation. */
export function ignoreUnlessAsserted(error: unknown): void {
  if (error instanceof Error && error.name === 'AssertionError') throw error;
}

async function isHealthy(base: string): Promise<boolean> {
  return fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
