import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCookies } from './support/actors';
import { PROGRAM } from './support/litestream';
import { ADMIN, startServer } from './support/running-server';

/** Shipped files fit the code, and need nothing that only builds and tests need. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
};
const text = (path: string) => readFileSync(path, 'utf8');

test('the build imports production dependencies only', () => {
  const folder = 'build/server';
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => text(`${folder}/${file}`));
  const imported = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /(?:(?:^|\s|\()(?:from|import)|\(import\.meta\.url\)\.resolve)\s*\(?\s*"([@a-z][\w@./-]*)"/g,
      ),
    ].map(([, name]) => name!),
  );
  const others = imported.filter((name) => !isBuiltin(name));
  const packages = new Set(others.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]));
  expect(packages.size).toBeGreaterThan(10);
  expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

const lines = text('Dockerfile').split('\n');
const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));

describe('Dockerfile', () => {
  test('the final stage runs unprivileged without build tools', () => {
    expect(final.filter((line) => /^USER /.test(line))).toEqual(['USER node']);
    expect(final.filter((line) => /apt-get|npm |COPY \./.test(line))).toEqual([]);
    expect(final.filter((line) => /^VOLUME/.test(line))).toEqual(['VOLUME /data']);
    expect(lines).toContain('RUN npm run build && npm prune --omit=dev');
  });

  test('the paths that the Dockerfile copies exist and are allowed', () => {
    const copied = final
      .flatMap((line) => [...line.matchAll(/\/app\/([\w./-]+)/g)].map(([, path]) => path!))
      .filter((path) => path !== 'node_modules');
    const copiedFirst = lines
      .filter((line) => /^COPY package/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1));
    for (const path of [...copied, ...copiedFirst]) expect(existsSync(path), path).toBe(true);
    const allowed = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const shipped = allowed.filter((path) => !path.startsWith('.git/'));
    for (const path of shipped) expect(existsSync(path), path).toBe(true);
    const sources = ['scripts', 'app', 'db', 'public', 'vite.config.ts', 'server.ts'];
    expect(allowed).toEqual(expect.arrayContaining([...copiedFirst, ...sources]));
    expect(final.at(-2)).toBe(
      'CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "scripts/start.mjs"]',
    );
  });
});

/** Contents of the image's last stage, by the Dockerfile's own lines: no source, and of the packages only those that production installs. */
describe('installation without sources and build tools', () => {
  let box: string;
  beforeAll(() => {
    box = mkdtempSync(join(tmpdir(), 'pipeline-box-'));
    for (const line of final.filter((one) => one.startsWith('COPY --from=build'))) {
      const [target, ...paths] = line.split(' ').slice(2).reverse() as [string, ...string[]];
      for (const path of paths.map((one) => one.replace('/app/', ''))) {
        if (path === 'node_modules') linkProductionPackages(join(box, path));
        else
          cpSync(path, resolve(box, target, target.endsWith('/') ? path.split('/').at(-1)! : ''), {
            recursive: true,
          });
      }
    }
  });
  afterAll(() => rmSync(box, { recursive: true }));

  /** Links are not followed (--preserve-symlinks), or a package would find the development dependencies beside its real place. */
  function linkProductionPackages(folder: string): void {
    const { packages } = JSON.parse(text('package-lock.json')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    for (const [path, { dev }] of Object.entries(packages)) {
      if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(path)) continue;
      const link = join(folder, path.replace('node_modules/', ''));
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(resolve(path), link);
    }
  }

  const run = (args: string[], env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: box,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '--preserve-symlinks', ...env },
    });
    return { status, out: stdout.trim(), err: stderr.trim() };
  };

  test('an installation starts, runs commands and exits with 0', async () => {
    const before = readdirSync(box, { recursive: true });
    const server = await startServer({ cwd: box, env: { NODE_OPTIONS: '--preserve-symlinks' } });
    const env = { PORT: String(server.port), DATABASE_URL: `file:${server.database}` };
    const [, health] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(text('Dockerfile'))!;
    const probe = (JSON.parse(health!) as string[]).slice(1);
    expect(run(probe, env)).toEqual({ status: 0, out: '', err: '' });
    const login = await server.ask('POST', '/api/auth/login', { json: ADMIN });
    expect(login.status).toBe(200);
    const exported = await server.ask('GET', '/api/pipelines/export', {
      cookie: getCookies(login),
    });
    expect([exported.status, exported.text.slice(0, 2)]).toEqual([200, 'PK']);
    expect(run(['scripts/command.mjs', 'account', 'list'], env)).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^EMAIL +ROLE +STATE +LAST-LOGIN +SECOND-FACTOR\nadmin@demo\.example +admin +approved +20\d\d-\S+Z +-$/,
      ) as string,
      err: '',
    });
    expect(run(['scripts/command.mjs', 'backup'], env)).toMatchObject({ status: 0, err: '' });
    expect(run(['scripts/command.mjs', 'restore', server.database], env)).toMatchObject({
      status: 1,
      err: expect.stringContaining('Stop the server') as string,
    });
    expect(await server.stop()).toBe(0);
    expect(run(probe, env).status).toBe(1);
    expect(readdirSync(box, { recursive: true })).toEqual(before);
  });

  test('an installation reports a build older than its sources', () => {
    const show = (path: string, seconds: number) => {
      mkdirSync(dirname(join(box, path)), { recursive: true });
      cpSync(path, join(box, path));
      utimesSync(join(box, path), seconds, seconds);
    };
    const env = { DATABASE_URL: 'file:./data/test.db', PORT: 'none' };
    // `npm prune` has just written it.
    show('package-lock.json', Date.now() / 1000 + 60);
    show('app/root.tsx', 1);
    utimesSync(join(box, 'app'), 1, 1);
    expect(run(['scripts/start.mjs'], env).err).toContain('PORT must be a port number');
    show('app/root.tsx', Date.now() / 1000 + 60);
    expect(run(['scripts/start.mjs'], env).err).toContain('older than the sources');
  });
});

test('compose and systemd start the same confined program', () => {
  const compose = text('compose.yaml');
  for (const line of [
    'read_only: true',
    'no-new-privileges:true',
    '- ALL',
    'stop_grace_period: 15s',
    './deploy/Caddyfile:/etc/caddy/Caddyfile:ro',
  ])
    expect(compose).toContain(line);
  expect(compose).not.toMatch(/:latest|privileged: true|docker\.sock/);
  const unit = text('deploy/deal-pipeline.service');
  for (const line of [
    'User=deal-pipeline',
    'ExecStart=/opt/deal-pipeline/node_modules/.bin/node --max-semi-space-size=8 --max-old-space-size=1024 scripts/start.mjs',
    'TimeoutStopSec=15',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'StateDirectory=deal-pipeline',
    'EnvironmentFile=/etc/deal-pipeline.env',
  ])
    expect(unit).toContain(line);
  const settings = text('app/settings.server.ts');
  const ofTheStandby = new Set(standbySettings());
  const set = [
    ...`${compose}${text('deploy/deal-pipeline.env')}`.matchAll(/^ *([A-Z_]+)(?:=|: .)/gm),
  ]
    .map(([, name]) => name!)
    .filter((name) => name !== 'SITE' && !ofTheStandby.has(name));
  expect(set.length).toBeGreaterThan(6);
  for (const name of set) expect(settings, name).toContain(`  ${name}:`);
  expect(text('deploy/Caddyfile')).toContain('reverse_proxy app:3000');
});

/** Variables that Litestream's two configurations read. */
function standbySettings(): string[] {
  const configs = text('deploy/litestream.yml') + text('deploy/litestream-remote.yml');
  return [...configs.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
}

describe('standby service (rule 22.3)', () => {
  test("the standby runs as the server's user with its settings", () => {
    const unit = text('deploy/deal-pipeline-standby.service');
    const [, service] = /^ {2}standby:\n([^]+?)\n(?=\S| {2}\S)/m.exec(text('compose.yaml'))!;
    const examples = text('deploy/litestream-remote.yml').match(/^# .*/gm)!.join('\n');
    for (const name of standbySettings().filter((one) => one !== 'STANDBY_DIR')) {
      const isSet = [unit, service!].map(
        (one) => one.includes(`${name}=`) || one.includes(`${name}:`),
      );
      expect(isSet.every(Boolean) || examples.includes(`${name}=`), name).toBe(true);
    }
    for (const line of [
      'User=deal-pipeline',
      'EnvironmentFile=/etc/deal-pipeline.env',
      'ExecStart=/bin/sh deploy/standby.sh',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
    ])
      expect(unit).toContain(line);
    for (const line of ['build: .', 'command: sh deploy/standby.sh', 'profiles:', '- path: .env'])
      expect(service).toContain(line);
    const script = text('deploy/standby.sh');
    expect(script).toContain(PROGRAM);
    for (const [config] of script.matchAll(/deploy\/[\w-]+\.yml/g))
      expect(existsSync(config)).toBe(true);
    // One version: of the package, which the tests run, of the image, and of what `recover` asks for.
    const version = spawnSync(PROGRAM, ['version'], { encoding: 'utf8' })
      .stdout.trim()
      .replace('v', '');
    expect(text('Dockerfile')).toContain(`--from=litestream/litestream:${version} `);
    expect(text('app/domain/standby/litestream.server.ts')).toContain(`'${version}'`);
  });
});

test('operations manual names existing commands and settings', () => {
  const page = text('docs/operations.md');
  for (const [, name] of page.matchAll(/npm run ([\w-]+)/g))
    expect(manifest.scripts).toHaveProperty(name!);
  for (const [, path] of page.matchAll(/`((?:deploy|scripts)\/[\w.-]+)`/g))
    expect(existsSync(path!), path).toBe(true);
  const settings = ['app/settings.server.ts', 'deploy/litestream-remote.yml', 'compose.yaml']
    .map(text)
    .join('\n');
  for (const [name] of page.matchAll(/\b[A-Z]+_[A-Z]+\b/g)) expect(settings).toContain(name);
});
