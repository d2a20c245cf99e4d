import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { dataAddress, filled, TABLE } from '../support/access-table';
import { ACTORS, type PeopledServer, SECRET, startPeopledServer } from '../support/actors';
import type { Asked } from '../support/running-server';

/**
 * Hostile requests, the same ones each time: FUZZ_REQUESTS of them (3,000), from FUZZ_SEED (1). `npm run fuzz` sends
 * 50,000. None may be answered 5xx, hang, end the process or touch another's deal.
 */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_ONCE = 8;
const CANARY = 777_000_777;

/** mulberry32: small, seeded, good enough. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = mulberry32(SEED);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
const chance = (of: number) => random() < of;

const TEXTS = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1e309',
  '1e-400',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '９',
  '5.55',
  '10.04',
  '10.05',
  '99999999999999999999',
  '9007199254740993',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '[object Object]',
  '\0',
  'a\0b',
  '\u0001',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udfff\ud800',
  'a\ud83d',
  '😀'.repeat(300),
  'İ'.repeat(200),
  'ß',
  'ﬃ',
  '\u202e',
  'e\u0301'.repeat(500),
  '\u0000\u0000',
  '\r\n',
  '\n'.repeat(1_000),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  "' or 1=1 --",
  "'; drop table users; --",
  '%',
  '_',
  '%_%',
  '\\',
  '\\%',
  '"',
  '`',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '</script>',
  '--',
  ';',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  '%zz',
  '=cmd|x',
  '+1',
  '@x',
  '2026-02-30',
  '2026-02-28',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '10000-01-01',
  'ASAP',
  '30 days',
  'Seed',
  'AI',
  'newest',
  'score_desc',
  'x'.repeat(100),
  'x'.repeat(5_000),
  'x'.repeat(20_000),
  '中'.repeat(4_001),
  'a '.repeat(3_000),
  'admin@demo.example',
  'x@y.example',
  'x@y',
  '"x y"@z.example',
  'é@é.example',
] as const;
const NAMES = [
  ...PIPELINE_KEYS,
  ...CRITERIA.map(({ key }) => key),
  ...NOTES,
  'email',
  'password',
  'confirmPassword',
  'current',
  'firstName',
  'lastName',
  'group',
  'id',
  'intent',
  'version',
  'submission',
  'back',
  'to',
  'from',
  'theme',
  'density',
  'sid',
  'then',
  'take-companyName',
  '__proto__',
  'constructor',
  '__intent__',
  '__state__',
  'industries[0]',
  'industries[999999999]',
  'a.b.c',
  'toString',
  '',
  '[]',
  '\0',
];
const QUERY = [
  'search',
  'industry',
  'round',
  'userId',
  'owner',
  'sort',
  'group',
  'page',
  'size',
  'limit',
  'offset',
  'details',
  'score',
  'owners',
  'manager',
  'add',
  'id',
  'back',
  'to',
  'index',
  '_routes',
  '__proto__',
  'constructor',
  '[]',
  'a[b]',
  '',
  '%',
  '\0',
];
const ROUTES = [
  'root',
  'routes/dashboard',
  'routes/admin',
  'routes/nothing',
  '',
  ',',
  'root,routes/admin',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(3_000),
  'routes/pipeline.$id.edit',
  '%',
  '*',
];

function value(depth = 0): unknown {
  const kind = below(depth > 3 ? 6 : 9);
  if (kind < 3) return pick(TEXTS);
  if (kind === 3)
    return pick([
      0,
      -0,
      1,
      -1,
      5.55,
      10,
      10.05,
      11,
      1e21,
      1e308,
      -1e308,
      2 ** 53,
      5e-324,
      9.99999999999,
    ]);
  if (kind === 4) return pick([null, true, false]);
  if (kind === 5) return pick(['[]', '{}']) === '[]' ? [] : {};
  if (kind === 6)
    return Array.from({ length: pick([1, 2, 101, 300]) }, () => pick(TEXTS).slice(0, 50));
  if (kind === 7) return Array.from({ length: below(4) }, () => value(depth + 1));
  return Object.fromEntries(
    Array.from({ length: below(4) }, () => [pick(NAMES), value(depth + 1)]),
  );
}

/** Text as it goes over the wire: percent-encoded, or with bytes that decode to nothing. */
function encoded(text: string): string {
  if (chance(0.05))
    return pick([
      '%',
      '%zz',
      '%ff%fe',
      '%C0%80',
      '%ED%A0%80',
      '%F5%80%80%80',
      '+',
      '&',
      '=',
      '%00',
    ]);
  return encodeURIComponent(Buffer.from(text).toString())
    .slice(0, 4_000)
    .replace(/%[\dA-F]?$/, '');
}

function query(): string {
  const pairs = Array.from({ length: below(4) }, () => {
    const name = pick(QUERY);
    return `${encoded(name)}${chance(0.1) ? '' : `=${encoded(name === '_routes' ? pick(ROUTES) : pick(TEXTS))}`}`;
  });
  return pairs.join('&');
}

function formBody(start: Record<string, unknown>): string {
  const fields = Object.entries(start).map(([name, given]) => [
    name,
    chance(0.6) ? String(given) : pick(TEXTS),
  ]);
  for (let more = below(5); more > 0; more--) fields.push([pick(NAMES), pick(TEXTS)]);
  return fields
    .filter(() => chance(0.9))
    .map(([name, given]) => `${encoded(name!)}=${encoded(given!)}`)
    .join('&');
}

function jsonBody(start: Record<string, unknown>): string {
  if (chance(0.05))
    return pick([
      '',
      '{',
      '[1,',
      '"',
      'null',
      '\ufeff{}',
      '{"__proto__":{"isAdmin":true},"companyName":"x"}',
      '{"companyName":"\\ud800"}',
      '{"companyName":1e999}',
      `${'['.repeat(5_000)}`,
      '{"a":1}{"b":2}',
    ]);
  if (chance(0.05)) return JSON.stringify(value()) ?? '';
  const fields = Object.entries(start).map(([name, given]): [string, unknown] => [
    name,
    chance(0.6) ? given : value(),
  ]);
  for (let more = below(5); more > 0; more--) fields.push([pick(NAMES), value()]);
  // Written by hand, so that "__proto__" is a key as any other.
  return `{${fields
    .filter(() => chance(0.9))
    .map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`)
    .join()}}`;
}

interface Shot {
  method: string;
  path: string;
  asked: Asked;
}

function shot(server: PeopledServer): Shot {
  const row = pick(TABLE);
  const filledRow = chance(0.7)
    ? filled(server, row)
    : { ...row, path: row.path.replace(/\{\w+\}/g, () => encoded(pick(TEXTS)) || 'x') };
  const method = chance(0.85)
    ? row.method
    : pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
  const isApi = row.path.startsWith('/api/');
  const asData = chance(isApi ? 0.1 : 0.4);
  let path = asData
    ? dataAddress(filledRow.path, chance(0.5) ? row.route : undefined)
    : filledRow.path;
  if (chance(0.5)) path += (path.includes('?') ? '&' : '?') + query();
  if (chance(0.02))
    path = pick([
      '//evil.example',
      '//[',
      '//:@/',
      '//',
      '///x',
      '/%5C',
      '/%5C%5Cx',
      '/%09/[',
      '/%0A',
      '/%20',
      '/x%20',
      '/http:',
      '/http://[',
      '/.',
      '/:',
      '/%3A%3A',
      '/%C2%85',
      '/%E2%80%A8',
      '/..%2f..%2fetc/passwd',
      '/%00',
      '/.data',
      '/_root.data',
      '/assets/../server.js',
      '/assets/%2e%2e/server',
      '/__manifest?p=/',
      '/favicon.svg',
      '/robots.txt',
      '/api',
      '/API/pipelines',
      '/pipeline/1/edit/',
      '/a'.repeat(800),
    ]);
  const actor = pick(ACTORS);
  const headers: Record<string, string> = {};
  if (chance(0.1))
    headers['If-Match'] = pick([
      '*',
      '"1"',
      'W/"1"',
      '"x"',
      '"1", "2"',
      '',
      '"99999999999999999999"',
    ]);
  if (chance(0.1))
    headers['Accept-Language'] = pick([
      'de',
      'x',
      '*',
      'zh-CN;q=0.1',
      'a'.repeat(500),
      'en-US-u-hc-h24',
    ]);
  if (chance(0.05)) headers['User-Agent'] = pick(['Googlebot', '', 'x'.repeat(3_000)]);
  if (chance(0.05)) headers.Range = 'bytes=0-5';
  if (chance(0.05)) headers['Accept-Encoding'] = pick(['gzip', 'br', '*;q=0', 'x', 'gzip;q=2']);
  const cookie = chance(0.1)
    ? `${server.cookies[actor] ?? 'session=x'}; ${pick(['tz=Mars/Olympus', 'theme=__proto__', 'toast=eyJ0aXRsZSI6MX0=', 'signup=%', 'session=%E0%A4%A', 'device=x.y', '=;;=', 'tz=Asia/Tokyo', 'toast=bnVsbA==.x'])}`
    : server.cookies[actor];
  const asked: Asked = { cookie, headers };
  if (method !== 'GET' && method !== 'HEAD') {
    const json = isApi !== chance(0.05);
    asked.body = json ? jsonBody(filledRow.json ?? {}) : formBody(filledRow.form ?? {});
    headers['Content-Type'] = json ? 'application/json' : 'application/x-www-form-urlencoded';
  }
  return { method, path, asked };
}

/** The server's memory in MB, where the system tells. */
function memoryOf(pid: number): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    );
  } catch {
    return 0;
  }
}

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
afterAll(async () => {
  await server.stop();
});

/** Full queue, busy database or throttle: said so, with when to come back. */
const isBusy = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  (status === 503 || status === 429) && headers['retry-after'] !== undefined;

test(
  `${COUNT.toLocaleString('en')} hostile requests`,
  { timeout: 60_000 + COUNT * 40 },
  async () => {
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const pid = server.pid();
    const canary = () => server.sql.prepare('select * from pipelines where id = ?').get(CANARY);
    // Of someone who signs in nowhere, under an id that staff come upon in no list and no payload names.
    const insert = server.sql.prepare(
      "insert into pipelines (id, user_id, company_name, search_text, comments, created_at, updated_at) values (?, ?, 'Canary', 'canary', ?, 1, 1)",
    );
    insert.run(CANARY, server.addAccount(), SECRET);
    const before = canary();
    let sent = 0;
    let most = 0;
    const began = Date.now();
    const gunner = async () => {
      while (sent < COUNT) {
        if (++sent % 200 === 0) {
          most = Math.max(most, memoryOf(pid));
          revive(server);
        }
        const { method, path, asked } = shot(server);
        const answer = await server
          .ask(method, path, asked)
          .catch((error: Error) => ({ status: 0, headers: {}, text: String(error) }));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if ((answer.status >= 500 || answer.status === 0) && !isBusy(answer))
          failures.push(
            `${answer.status} ${method} ${path.slice(0, 300)} ${JSON.stringify(asked).slice(0, 600)} ${answer.text.slice(0, 200)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, gunner));
    const seconds = (Date.now() - began) / 1_000;
    console.log(
      `seed ${SEED}: ${COUNT} requests in ${seconds.toFixed(1)} s, most memory ${most.toFixed(0)} MB, by status ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}`,
    );
    if (failures.length)
      console.log([...failures.slice(0, 12), server.log().slice(-6_000)].join('\n\n'));
    expect(failures).toEqual([]);
    expect(server.pid()).toBe(pid);
    expect((await server.ask('GET', '/healthz')).text).toBe('ok');
    expect(most).toBeLessThan(500);
    expect(canary()).toEqual(before);
    expect(server.sql.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(server.sql.pragma('foreign_key_check')).toEqual([]);
    expect(
      server
        .log()
        .split('\n')
        .filter((line) => /Error|^ {4}at /.test(line)),
    ).toEqual([]);
  },
);

/** Brings back the sessions that logouts ended, and takes away what piled up, so that every role keeps asking. */
function revive({ sql, reset }: PeopledServer): void {
  const kept = sql.prepare('select * from pipelines where id = ?').get(CANARY) as Record<
    string,
    unknown
  >;
  const hermit = sql.prepare('select * from users where id = ?').get(kept.user_id) as Record<
    string,
    unknown
  >;
  sql.transaction(() => {
    reset();
    for (const [table, row] of Object.entries({ users: hermit, pipelines: kept })) {
      const columns = Object.keys(row);
      sql
        .prepare(
          `insert into ${table} (${columns.map((column) => `"${column}"`).join()}) values (${columns.map((column) => `@${column}`).join()})`,
        )
        .run(row);
    }
  })();
}
