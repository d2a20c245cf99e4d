import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { Agent, request as requestEncrypted } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, findFreePort } from '../support/running-server';

export const HOST = 'deals.fund.example';
const START_TIMEOUT_MS = 20_000;
/** With the folders where Debian puts servers, which the PATH of a user lacks. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter),
};

interface ProxyRequest {
  cookie?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Proxy {
  /** Sends a request to the proxy over TLS, as a browser at https://deals.fund.example does. */
  ask(method: string, path: string, request?: ProxyRequest): Promise<Answer>;
  /** Asks over plain HTTP. Returns where that leads. */
  followPlain(path: string): Promise<{ status: number; location?: string }>;
  stop(): Promise<void>;
}

interface Ports {
  plain: number;
  encrypted: number;
  server: number;
}

interface Kind {
  /** The file that is shipped. */
  file: string;
  /** Puts the test's ports and certificate in place of those of a machine. Returns the command. */
  prepare(folder: string, text: string, ports: Ports): string[];
}

export const PROXIES: Record<'nginx' | 'caddy', Kind> = {
  nginx: {
    file: 'deploy/nginx.conf',
    prepare(folder, text, { plain, encrypted, server }) {
      const site = substitute(text, [
        ['127.0.0.1:3000', `127.0.0.1:${server}`],
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['listen 443 ', `listen 127.0.0.1:${encrypted} `],
        // A machine of tests may have no IPv6.
        ['    listen [::]:80;\n', ''],
        ['    listen [::]:443 ssl http2;\n', ''],
        ['/etc/letsencrypt/live/deals.fund.example', folder],
      ]);
      writeFileSync(join(folder, 'site.conf'), site);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
      // Debian's nginx.conf has this around /etc/nginx/conf.d/*.conf.
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths}\ninclude ${join(folder, 'site.conf')};\n}\n`,
      );
      return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
    },
  },
  caddy: {
    file: 'deploy/Caddyfile',
    prepare(folder, text, { plain, encrypted, server }) {
      const certificate = `${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`;
      const site = substitute(text, [
        ['{$SITE} {', `{$SITE} {\n\ttls ${certificate}`],
        ['app:3000', `localhost:${server}`],
        [
          '{\n\tservers',
          `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${encrypted}\n\tservers`,
        ],
      ]);
      writeFileSync(join(folder, 'Caddyfile'), site);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    },
  },
};

/** Throws where the shipped file no longer has what is to be replaced. */
function substitute(text: string, pairs: [from: string, to: string][]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The file has no ${JSON.stringify(from)}.`);
    return result.replaceAll(from, to);
  }, text);
}

export function isInstalled(name: keyof typeof PROXIES): boolean {
  const { error } = spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: ENVIRONMENT });
  const openssl = spawnSync('openssl', ['version'], { env: ENVIRONMENT });
  return !error && !openssl.error;
}

/** Starts a real proxy with the shipped configuration in front of a server. */
export async function startProxy(name: keyof typeof PROXIES, server: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `pipeline-${name}-`));
  const ports: Ports = { plain: await findFreePort(), encrypted: await findFreePort(), server };
  createCertificate(folder);
  const { file, prepare } = PROXIES[name];
  const [command, ...options] = prepare(folder, readFileSync(file, 'utf8'), ports);
  const env = {
    ...ENVIRONMENT,
    SITE: HOST,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(command!, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const agent = new Agent({ ca: readFileSync(join(folder, 'fullchain.pem')), servername: HOST });
  const proxy: Proxy = {
    ask: (method, path, request) =>
      askEncrypted({ agent, port: ports.encrypted }, method, path, request),
    followPlain: (path) => askPlain(ports.plain, path),
    async stop() {
      agent.destroy();
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const start = Date.now(); ; await pause(50)) {
    const status = await proxy.ask('GET', '/healthz').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return proxy;
    if (child.exitCode === null && Date.now() - start < START_TIMEOUT_MS) continue;
    await proxy.stop();
    throw new Error(`${name} does not answer.\n${output}`);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function createCertificate(folder: string): void {
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', '-days', '2', ...key, ...names, ...files],
    { encoding: 'utf8', env: ENVIRONMENT },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}

/** Takes an answer that comes before all of the body was sent. */
function askEncrypted(
  { agent, port }: { agent: Agent; port: number },
  method: string,
  path: string,
  { cookie, headers, body }: ProxyRequest = {},
): Promise<Answer> {
  const all = {
    Host: HOST,
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = requestEncrypted(
      { agent, host: '127.0.0.1', port, method, path, headers: all },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function askPlain(port: number, path: string): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    const sent = requestPlain(
      { host: '127.0.0.1', port, path, headers: { Host: HOST } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode!, location: response.headers.location });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
