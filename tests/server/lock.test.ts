import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import {
  checkHealth,
  type Content,
  HEALTHY,
  loadFixtureWithoutAttachments,
  readContent,
} from '../db/content';
import { ROUNDS } from '../durability/rounds';
import { ADMIN, findFreePort } from '../support/running-server';

/**
 * Lets two processes meet at one database: pauses the first at a moment of its work, runs the
 * second, and resumes the first.
 */

type Kind = 'server' | 'restore' | 'restore another' | 'backup';
const PAIRS: [string, Kind, Kind][] = [
  ['two servers', 'server', 'server'],
  ['a server, then a restore', 'server', 'restore'],
  ['a restore, then a server', 'restore', 'server'],
  ['a backup, then a restore', 'backup', 'restore'],
  ['a restore, then a backup', 'restore', 'backup'],
  ['two restores', 'restore', 'restore another'],
  ['a backup, then a server', 'backup', 'server'],
  ['a server, then a backup', 'server', 'backup'],
];

const folder = mkdtempSync(join(tmpdir(), 'pipeline-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

function makeDatabase(path: string, company: string): string {
  loadFixtureWithoutAttachments(path);
  const connection = new SQLite(path);
  connection.prepare('update pipelines set company_name = ?').run(company);
  connection.close();
  return path;
}
const BACKUPS = {
  restore: makeDatabase(join(folder, 'restored.db'), 'Restored'),
  'restore another': makeDatabase(join(folder, 'another.db'), 'Another'),
};
const FORMER = makeDatabase(join(folder, 'former.db'), 'Former');

const shape = readContent(FORMER);
const ofDeals: Content = { pipelines: shape.pipelines!, evaluations: shape.evaluations! };
const readDeals = (path: string) => readContent(path, ofDeals);
const before = {
  former: readDeals(FORMER),
  restore: readDeals(BACKUPS.restore),
  'restore another': readDeals(BACKUPS['restore another']),
  none: {
    pipelines: { ...ofDeals.pipelines, rows: [] },
    evaluations: { ...ofDeals.evaluations, rows: [] },
  },
};

interface Work {
  kind: Kind;
  process: ChildProcess;
  out: string;
  err: string;
  port: number;
}

const isOver = ({ process: { exitCode, signalCode } }: Work) =>
  exitCode !== null || signalCode !== null;
const serves = (work: Work) =>
  work.kind === 'server' && work.out.includes('Deal Pipeline is at') && !isOver(work);
const isDone = (work: Work) => isOver(work) || serves(work);

async function until(holds: () => boolean, timeoutMs = 60_000): Promise<void> {
  for (const start = Date.now(); !holds() && Date.now() - start < timeoutMs;) await pause(10);
}

async function begin(
  kind: Kind,
  database: string,
  env: Record<string, string> = {},
): Promise<Work> {
  const args =
    kind === 'server' ? ['scripts/start.mjs'] : ['scripts/command.mjs', kind.split(' ')[0]!];
  if (kind in BACKUPS) args.push(BACKUPS[kind as keyof typeof BACKUPS]);
  const port = await findFreePort();
  const settings = {
    NODE_ENV: 'production' as const,
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: 'http://localhost',
    DATABASE_URL: `file:${database}`,
    SESSION_SECRET: '',
    BCRYPT_COST: '4',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const child = spawn(process.execPath, ['--import', './tests/support/kill-at.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, ...env },
  });
  const work: Work = { kind, process: child, out: '', err: '', port };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (work.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (work.err += text));
  return work;
}

async function end(work: Work): Promise<number | null> {
  if (!isOver(work)) {
    work.process.kill();
    await once(work.process, 'exit');
  }
  return work.process.exitCode;
}

/** Statements and changes of files by kind of process. */
const counts = new Map<Kind, Promise<number>>();
function countSteps(kind: Kind): Promise<number> {
  const counting = async () => {
    const meetingFolder = mkdtempSync(join(folder, 'count-'));
    const file = join(meetingFolder, 'count');
    const work = await begin(kind, makeDatabase(join(meetingFolder, 'test.db'), 'Former'), {
      COUNT_FILE: file,
    });
    await until(() => isOver(work));
    return Number(readFileSync(file, 'utf8'));
  };
  return counts.get(kind) ?? counts.set(kind, counting()).get(kind)!;
}

async function signUp({ port }: Work, email: string): Promise<string> {
  const body = JSON.stringify({
    email,
    password: 'a-password-of-2026',
    confirmPassword: 'a-password-of-2026',
    firstName: 'New',
    lastName: 'Person',
  });
  const { status } = await fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(status).toBe(201);
  return email;
}

/** The message of the second process while the first one is in a write. */
const REFUSED = /^[^\n]+ is (in use by another process\. [^\n]+|locked by another program)$/;

async function meet(first: Kind, second: Kind, step: number, isNew: boolean): Promise<void> {
  const meetingFolder = mkdtempSync(join(folder, 'meet-'));
  const database = join(meetingFolder, 'test.db');
  if (!isNew) makeDatabase(database, 'Former');
  const stopped = join(meetingFolder, 'stopped');
  const one = await begin(first, database, {
    KILL_AT: String((step >> 1) + 1),
    KILL_WHEN: step % 2 ? 'after' : 'before',
    PAUSE_FILE: stopped,
  });
  await until(() => existsSync(stopped) || isDone(one));
  const other = await begin(second, database);
  await until(() => isDone(other), 2_000);
  const acknowledged: string[] = [];
  if (serves(other)) acknowledged.push(await signUp(other, 'early@fund.example'));
  rmSync(stopped, { force: true });
  await until(() => isDone(one) && isDone(other));
  for (const work of [one, other].filter(serves))
    acknowledged.push(await signUp(work, `late-${work.port}@fund.example`));
  const codes = [await end(one), await end(other)];

  const message = JSON.stringify({
    first,
    second,
    step,
    codes,
    out: [one.out, other.out],
    err: [one.err, other.err],
  });
  for (const [index, work] of [one, other].entries())
    expect([codes[index], work.err.trim()], message).toEqual([
      codes[index] && 1,
      expect.stringMatching(codes[index] ? REFUSED : /^$/),
    ]);
  expect(codes, message).toContain(0);
  expectIntact(database, message, {
    acknowledged,
    isNew,
    succeeded: [one, other].filter((_, index) => codes[index] === 0).map(({ kind }) => kind),
  });
  for (const { out } of [one, other].filter(({ kind, out }) => kind === 'backup' && out)) {
    expect([before.former, before.restore], message).toContainEqual(
      readDeals(out.replace('Backup: ', '').trim()),
    );
  }
  rmSync(meetingFolder, { recursive: true });
}

interface Meeting {
  acknowledged: string[];
  isNew: boolean;
  succeeded: Kind[];
}

function expectIntact(
  database: string,
  message: string,
  { acknowledged, isNew, succeeded }: Meeting,
): void {
  const restored = succeeded.filter((kind) => kind in BACKUPS) as (keyof typeof BACKUPS)[];
  const allowed = restored.length
    ? restored.map((kind) => before[kind])
    : [isNew ? before.none : before.former];
  const [sound, orphans, version] = checkHealth(database);
  expect([sound, orphans], message).toEqual(['ok', []]);
  if (succeeded.includes('server')) expect(version, message).toBe(HEALTHY[2]);
  expect(allowed, message).toContainEqual(readDeals(database));
  const connection = new SQLite(database, { readonly: true });
  const emails = connection.prepare('select email from users').pluck().all();
  connection.close();
  expect(emails, message).toEqual(expect.arrayContaining(acknowledged));
}

/** Tries a pair at moments spread over all steps of the first one, two at a time. */
async function meetOften(first: Kind, second: Kind, isNew = false): Promise<void> {
  const steps = 2 * (await countSteps(first));
  expect(steps).toBeGreaterThan(10);
  const moments = Array.from({ length: ROUNDS.lockMoments }, (_, n) =>
    Math.floor(((n + 0.5) * steps) / ROUNDS.lockMoments),
  ).values();
  const inTurn = async () => {
    for (const step of moments) await meet(first, second, step, isNew);
  };
  await Promise.all([inTurn(), inTurn()]);
}

test.each(PAIRS)(
  'the database survives %s without losing an answer',
  (_, first, second) => meetOften(first, second),
  60_000 + ROUNDS.lockMoments * 20_000,
);

test(
  'two servers create one database',
  () => meetOften('server', 'server', true),
  60_000 + ROUNDS.lockMoments * 20_000,
);
