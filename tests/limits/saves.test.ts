import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { longText, range } from './texts';

/** Accounts that save the longest texts again and again, with a daily budget of 1 MB (rule 10.20). */
const MAX_DAILY_MB = 1;
const SAVES = 60;
/** The history may also say who, when and which fields. */
const OVERHEAD = 1.1;

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer({ MAX_DAILY_MB: String(MAX_DAILY_MB) });
});
afterAll(() => server.stop());

test('large saves end at the daily budget', async () => {
  const id = server.addDeal();
  const statuses: number[] = [];
  for (const n of range(SAVES)) {
    const json = { comments: longText(9_000), businessIntroduction: `${n} ${longText(9_000)}` };
    const sent = { cookie: server.cookies.owner, json };
    const { status } = await server.ask('PUT', `/api/pipelines/${id}`, sent);
    statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const bytes = server.sql.prepare('select sum(length(fields)) from changes').pluck().get();
  expect(bytes).toBeLessThan(MAX_DAILY_MB * 2 ** 20 * OVERHEAD);
});

test('frozen memos end at the daily budget', async () => {
  const id = server.addDeal();
  const statuses: number[] = [];
  for (const n of range(SAVES)) {
    const json = { title: `Memo ${n}`, summary: longText(5_000), questions: longText(5_000) };
    const sent = { cookie: server.cookies.admin, json };
    const { status } = await server.ask('POST', `/api/pipelines/${id}/memos`, sent);
    statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  const bytes = server.sql.prepare('select sum(length(html)) from memos').pluck().get();
  expect(bytes).toBeLessThan(MAX_DAILY_MB * 2 ** 20);
});
