import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CRITERIA } from '~/models/evaluation/criteria';
import { type Actor, type PeopledServer, startPeopledServer } from '../support/actors';
import type { Answer } from '../support/running-server';

/** Many at once, over the real server: one winner, the others are told, and nothing is left without its parent. */

const TWENTY = Array.from({ length: 20 }, (_, n) => n);
/** How many accounts, with three deals each, are deleted at once. */
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

test('one form sent twenty times at once makes one deal (rule 3.21)', async () => {
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

test('of twenty approvals and rejections of one account at once one wins and nineteen are told; one decision, one mail', async () => {
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

test('the same on the screen', async () => {
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

test('of twenty people who save one evaluation, or one edit, at once one wins; the others get both versions', async () => {
  const id = server.addPipeline();
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

test(
  'whatever races with the deletion of a deal or of its owner, no row is left without its parent',
  { timeout: 120_000 },
  async () => {
    const password = 'a-password-of-2026';
    const evaluation = Object.fromEntries(CRITERIA.map(({ key }) => [key, 7]));
    const seen = new Map<string, Set<number>>();
    const ask = async (what: string, asked: Promise<Answer>) => {
      const { status, text } = await asked;
      seen.set(what, (seen.get(what) ?? new Set()).add(status));
      expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500);
    };
    const as = (actor: Actor) => ({ cookie: server.cookies[actor] });
    const leave = async (n: number) => {
      const email = `leaving${n}@demo.example`;
      const added = await server.ask('POST', '/api/admin/users', {
        ...as('admin'),
        json: { email, password },
      });
      const { id } = JSON.parse(added.text) as { id: string };
      const entered = await server.ask('POST', '/api/auth/login', { json: { email, password } });
      const [session, device] = entered.headers['set-cookie']!.map((set) => set.split(';', 1)[0]!);
      const deals = await Promise.all(
        [1, 2, 3].map(
          async () =>
            (
              JSON.parse(
                (
                  await server.ask('POST', '/api/pipelines', {
                    cookie: session,
                    json: { companyName: 'Leaving', industries: ['AI', 'DX'] },
                  })
                ).text,
              ) as { id: number }
            ).id,
        ),
      );
      const work = (deal: number) => [
        ask(
          'create',
          server.ask('POST', '/api/pipelines', {
            cookie: session,
            json: { companyName: 'Late', industries: ['AI'] },
          }),
        ),
        ask(
          'evaluate',
          server.ask('POST', `/api/pipelines/${deal}/evaluation`, {
            ...as('manager'),
            json: evaluation,
          }),
        ),
        ask(
          'edit',
          server.ask('PUT', `/api/pipelines/${deal}`, {
            ...as('admin'),
            json: { industries: ['IOT', 'New'] },
          }),
        ),
        ask(
          'form',
          server.ask('POST', `/pipeline/${deal}/edit`, {
            cookie: session,
            form: { companyName: 'Edited', industries: ['AI', 'Fintech'], version: '1' },
          }),
        ),
        ask(
          'kept',
          server.ask('POST', '/pipeline/new', {
            cookie: device,
            form: { companyName: `Kept ${deal}` },
          }),
        ),
      ];
      // Once: a second attempt each would meet the throttle.
      const logIn = () =>
        ask('login', server.ask('POST', '/api/auth/login', { json: { email, password } }));
      const remove = () => [
        ...deals
          .slice(1)
          .map((deal) =>
            ask('delete deal', server.ask('DELETE', `/api/pipelines/${deal}`, as('manager'))),
          ),
        ask('delete owner', server.ask('DELETE', `/api/admin/users/${id}`, as('admin'))),
      ];
      await Promise.all([
        ...work(deals[0]!),
        ...work(deals[1]!),
        logIn(),
        ...remove(),
        ...deals.flatMap(work),
      ]);
    };
    await Promise.all(Array.from({ length: LEAVING }, (_, n) => leave(n)));
    console.log(
      [...seen].map(([what, found]) => `${what} ${[...found].sort().join('/')}`).join(', '),
    );

    expect(count("users where email like 'leaving%'")).toBe(0);
    expect(server.sql.pragma('foreign_key_check')).toEqual([]);
    expect(server.sql.pragma('integrity_check', { simple: true })).toBe('ok');
    const parents = {
      pipelines: ['user_id', 'users'],
      sessions: ['user_id', 'users'],
      late_forms: ['user_id', 'users'],
      password_links: ['user_id', 'users'],
      evaluations: ['pipeline_id', 'pipelines'],
      pipeline_industries: ['pipeline_id', 'pipelines'],
      own_values: ['pipeline_id', 'pipelines'],
    };
    for (const [table, [key, parent]] of Object.entries(parents))
      expect([table, count(`${table} where ${key} not in (select id from ${parent})`)]).toEqual([
        table,
        0,
      ]);
    expect(count('pipelines')).toBe(0);
    expect(count('pipeline_industries')).toBe(0);
  },
);
