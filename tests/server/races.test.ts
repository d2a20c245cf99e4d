import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { type Actor, getCookies, type PeopledServer, startPeopledServer } from '../support/actors';
import type { Answer, TestRequest } from '../support/running-server';

/**
 * Sends simultaneous requests to the real server: one wins, the others are told, and no row is
 * orphaned.
 */

const TWENTY = Array.from({ length: 20 }, (_, n) => n);
const LEAVING = 12;

const mails: string[] = [];
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, { envelope }, done) => {
    mails.push(envelope.rcptTo.map(({ address }) => address).join());
    stream.on('end', done).resume();
  },
});

let server: PeopledServer;
beforeAll(async () => {
  post.listen(0, '127.0.0.1');
  await once(post.server, 'listening');
  server = await startPeopledServer({
    SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`,
  });
});
beforeEach(() => server.reset());
afterAll(async () => {
  await server.stop();
  await new Promise<void>((closed) => post.close(closed));
});

const count = (from: string, ...values: unknown[]) =>
  server.sql
    .prepare(`select count(*) from ${from}`)
    .pluck()
    .get(...values);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const location = ({ headers }: Answer) => headers.location;

describe('one form sent twenty times (rule 3.21)', () => {
  test('twenty submissions of one form make one deal', async () => {
    const form = { submission: crypto.randomUUID(), companyName: 'Steadwick' };
    const answers = await Promise.all(
      TWENTY.map(() => server.ask('POST', '/pipeline/new', { cookie: server.cookies.owner, form })),
    );
    expect([statuses(answers), new Set(answers.map(location))]).toEqual([
      Array(20).fill(302),
      new Set(['/dashboard']),
    ]);
    expect(count('pipelines')).toBe(1);
  });
});

test('one of twenty simultaneous decisions wins, with one mail', async () => {
  const id = server.addAccount('pending');
  const decide = (n: number) =>
    server.ask('PUT', `/api/admin/users/${id}/${n % 2 ? 'approve' : 'reject'}`, {
      cookie: server.cookies[n % 4 < 2 ? 'manager' : 'admin'],
    });
  const answers = await Promise.all(TWENTY.map(decide));
  expect(statuses(answers)).toEqual([200, ...Array<number>(19).fill(409)]);
  const decided = answers.findIndex(({ status }) => status === 200) % 2 ? 'approved' : 'rejected';
  expect(
    server.sql
      .prepare('select approval_status from users where id = ? and decided_at is not null')
      .pluck()
      .get(id),
  ).toBe(decided);
  for (const { status, text } of answers)
    if (status === 409)
      expect(JSON.parse(text)).toEqual({ message: `This account has already been ${decided}.` });
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await pause(500);
  expect(mails).toEqual([`${id}@secret.example`]);
});

test('one of twenty decisions on the screen wins', async () => {
  const id = server.addAccount('pending');
  const decide = (n: number) =>
    server.ask('POST', '/admin/approvals', {
      cookie: server.cookies.admin,
      form: { intent: n % 2 ? 'approve' : 'reject', id },
    });
  const toasts = (await Promise.all(TWENTY.map(decide))).map(({ headers }) =>
    Buffer.from(
      decodeURIComponent(/toast=([^;.]+)/.exec(String(headers['set-cookie']))![1]!),
      'base64',
    ).toString(),
  );
  expect(toasts.filter((toast) => toast.includes('"Success"'))).toHaveLength(1);
  expect(
    toasts.filter((toast) => /Failed to (approve|reject) user.*has already been/.test(toast)),
  ).toHaveLength(19);
});

test('one of twenty simultaneous saves wins, the rest see both', async () => {
  const id = server.addDeal();
  const version = String(
    server.sql.prepare('select updated_at from evaluations where pipeline_id = ?').pluck().get(id),
  );
  const saves = TWENTY.map((n) =>
    server.ask('POST', `/pipeline/${id}/evaluation`, {
      cookie: server.cookies.owner,
      form: { marketSize: String(1 + n / 4), version },
    }),
  );
  const edits = TWENTY.map((n) =>
    server.ask('POST', `/pipeline/${id}/edit`, {
      cookie: server.cookies.admin,
      form: { companyName: `Company ${n}`, version: '1' },
    }),
  );
  for (const answers of [await Promise.all(saves), await Promise.all(edits)])
    expect(statuses(answers)).toEqual([302, ...Array<number>(19).fill(409)]);
  expect(server.sql.prepare('select version from pipelines where id = ?').pluck().get(id)).toBe(2);
});

const seen = new Map<string, Set<number>>();
async function askAndRecord(
  kind: string,
  caller: Actor | { cookie: string },
  [method, path]: [method: string, path: string],
  request: TestRequest = {},
): Promise<void> {
  const cookie = typeof caller === 'string' ? server.cookies[caller] : caller.cookie;
  const { status, text } = await server.ask(method, path, { cookie, ...request });
  seen.set(kind, (seen.get(kind) ?? new Set()).add(status));
  expect(status, `${kind}: ${text.slice(0, 200)}`).toBeLessThan(500);
}

/** Deletes an account with three deals while it, its colleagues and staff work on them. */
async function leave(n: number): Promise<void> {
  const login = { email: `leaving${n}@demo.example`, password: 'a-password-of-2026' };
  const asAdmin = { cookie: server.cookies.admin };
  const added = await server.ask('POST', '/api/admin/users', { ...asAdmin, json: login });
  const { id } = JSON.parse(added.text) as { id: string };
  const entered = await server.ask('POST', '/api/auth/login', { json: login });
  const [session, device] = getCookies(entered)
    .split('; ')
    .map((cookie) => ({ cookie }));
  const create = async () => {
    const json = { companyName: 'Leaving', industries: ['AI', 'DX'] };
    const { text } = await server.ask('POST', '/api/pipelines', { ...session, json });
    return (JSON.parse(text) as { id: number }).id;
  };
  const deals = await Promise.all([create(), create(), create()]);
  const evaluation = Object.fromEntries(CRITERIA.map(({ key }) => [key, 7]));
  const edited = { companyName: 'Edited', industries: ['AI', 'Fintech'], version: '1' };
  const work = (deal: number) => [
    askAndRecord('create', session!, ['POST', '/api/pipelines'], {
      json: { companyName: 'Late', industries: ['AI'] },
    }),
    askAndRecord('evaluate', 'manager', ['POST', `/api/pipelines/${deal}/evaluation`], {
      json: evaluation,
    }),
    askAndRecord('edit', 'admin', ['PUT', `/api/pipelines/${deal}`], {
      json: { industries: ['IOT', 'New'] },
    }),
    askAndRecord('form', session!, ['POST', `/pipeline/${deal}/edit`], { form: edited }),
    askAndRecord('kept', device!, ['POST', '/pipeline/new'], {
      form: { companyName: `Kept ${deal}` },
    }),
  ];
  await Promise.all([
    ...work(deals[0]!),
    ...work(deals[1]!),
    // A second attempt would meet the throttle.
    askAndRecord('login', 'signed out', ['POST', '/api/auth/login'], { json: login }),
    ...deals
      .slice(1)
      .map((deal) => askAndRecord('delete deal', 'manager', ['DELETE', `/api/pipelines/${deal}`])),
    askAndRecord('delete owner', 'admin', ['DELETE', `/api/admin/users/${id}`]),
    ...deals.flatMap(work),
  ]);
}

test('writes that race with a deletion leave no orphaned row', { timeout: 120_000 }, async () => {
  await Promise.all(Array.from({ length: LEAVING }, (_, n) => leave(n)));
  console.log(
    [...seen].map(([what, found]) => `${what} ${[...found].sort().join('/')}`).join(', '),
  );
  for (const from of ["users where email like 'leaving%'", 'pipelines', 'pipeline_industries'])
    expect([from, count(from)]).toEqual([from, 0]);
  expect(server.sql.pragma('foreign_key_check')).toEqual([]);
  expect(server.sql.pragma('integrity_check', { simple: true })).toBe('ok');
  for (const [table, key, parent] of [
    ['sessions', 'user_id', 'users'],
    ['late_forms', 'user_id', 'users'],
    ['password_links', 'user_id', 'users'],
    ['evaluations', 'pipeline_id', 'pipelines'],
    ['own_values', 'pipeline_id', 'pipelines'],
  ] as const) {
    const orphans = count(`${table} where ${key} not in (select id from ${parent})`);
    expect([table, orphans]).toEqual([table, 0]);
  }
});
