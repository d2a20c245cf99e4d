import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, test } from 'vitest';
import { ENTRY } from '../scripts/build.mjs';

/** What is shipped: it holds together with the code, and needs nothing that only builds and tests need. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string>; scripts: Record<string, string> };
const text = (path: string) => readFileSync(path, 'utf8');

test('the build imports production dependencies only', () => {
  const folder = 'build/server';
  const sources = readdirSync(folder).filter((file) => file.endsWith('.js')).map((file) => text(`${folder}/${file}`));
  const imported = sources.flatMap((source) => [...source.matchAll(/(?:^|\s|\()(?:from|import)\s*\(?\s*"([^."][^"]*)"/g)].map(([, name]) => name!));
  const packages = [...new Set(imported.filter((name) => !isBuiltin(name)).map((name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/')))];
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

describe('Dockerfile', () => {
  const lines = text('Dockerfile').split('\n');
  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));

  test('its last stage runs as nobody special, with what was built, and without build tools', () => {
    expect(final.filter((line) => /^USER /.test(line))).toEqual(['USER node']);
    expect(final.filter((line) => /apt-get|npm |COPY \./.test(line))).toEqual([]);
    expect(final.filter((line) => /^VOLUME/.test(line))).toEqual(['VOLUME /data']);
    expect(lines).toContain('RUN npm run build && npm prune --omit=dev');
  });

  test('what it copies is there and is let through', () => {
    const copied = final.flatMap((line) => [...line.matchAll(/\/app\/([\w./]+)/g)].map(([, path]) => path!)).filter((path) => path !== 'node_modules');
    const copiedFirst = lines.filter((line) => /^COPY package/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));
    for (const path of [...copied, ...copiedFirst]) expect(existsSync(path), path).toBe(true);
    const allowed = text('.dockerignore').split('\n').filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const path of allowed) expect(existsSync(path), path).toBe(true);
    expect(allowed).toEqual(expect.arrayContaining([...copiedFirst, 'scripts', 'app', 'db', 'public', 'vite.config.ts', 'server.ts']));
    expect(final.at(-2)).toBe('CMD ["node", "scripts/start.mjs"]');
    expect(text('scripts/start.mjs')).toContain('ENTRY');
    expect(existsSync(ENTRY)).toBe(true);
  });
});

test('compose and the unit start the same program, give SIGTERM its time, and shut the rest of the box out', () => {
  const compose = text('compose.yaml');
  for (const line of ['read_only: true', 'no-new-privileges:true', '- ALL', 'stop_grace_period: 15s', './deploy/Caddyfile:/etc/caddy/Caddyfile:ro']) expect(compose).toContain(line);
  expect(compose).not.toMatch(/:latest|privileged: true|docker\.sock/);
  const unit = text('deploy/deal-pipeline.service');
  for (const line of ['User=deal-pipeline', 'ExecStart=/usr/bin/node scripts/start.mjs', 'TimeoutStopSec=15', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'StateDirectory=deal-pipeline']) expect(unit).toContain(line);
  expect(text('deploy/Caddyfile')).toContain('reverse_proxy app:3000');
});

test('docs/operations.md names commands and settings that there are', () => {
  const page = text('docs/operations.md');
  for (const [, name] of page.matchAll(/npm run (\w+)/g)) expect(manifest.scripts).toHaveProperty(name!);
  for (const [, path] of page.matchAll(/`((?:deploy|scripts)\/[\w.-]+)`/g)) expect(existsSync(path!), path).toBe(true);
  const settings = text('app/env.server.ts');
  for (const [name] of page.matchAll(/\b[A-Z]+_[A-Z]+\b/g)) expect(settings).toContain(name);
});
