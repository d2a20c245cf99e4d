import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { START_ARGUMENTS } from '../support/start-command';

export const ADMIN = { email: 'admin@demo.example', password: 'admin-password-2026' };

export interface Site {
  url: string;
  database: string;
  /** Returns the server's error output since the last call. */
  takeErrors(): string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;

/** Starts the production build on its own port and database; an IP address avoids name lookups. */
export async function startSite({
  requireApproval,
  host = '127.0.0.1',
}: {
  requireApproval: boolean;
  host?: string;
}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-e2e-'));
  const database = join(folder, 'e2e.db');
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: `file:${database}`,
    SESSION_SECRET: 'only-for-the-tests-and-longer-than-32',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    REQUIRE_APPROVAL: String(requireApproval),
    BCRYPT_COST: '4',
    TRUST_PROXY: '',
    SMTP_URL: '',
  };
  let server = await launch(url, env);
  return {
    url,
    database,
    takeErrors: () => server.takeErrors(),
    async restart() {
      await server.stop();
      server = await launch(url, env);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(url: string, env: NodeJS.ProcessEnv) {
  const server = spawn(process.execPath, START_ARGUMENTS, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let errors = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = once(server, 'exit');
  const running = {
    takeErrors() {
      const taken = errors;
      errors = '';
      return taken;
    },
    async stop() {
      if (server.exitCode === null) server.kill('SIGTERM');
      await exited;
    },
  };
  for (const start = Date.now(); !(await answers(url)); await pause(50)) {
    if (server.exitCode === null && Date.now() - start < START_TIMEOUT_MS) continue;
    await running.stop();
    throw new Error(`The server did not start.\n${errors}`);
  }
  running.takeErrors();
  return running;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
