import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getDatabasePath } from '#db/client';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import { hashPassword, verifyPassword } from '~/domain/user/password.server';
import type { DomainError } from '~/errors';
import { respondWithError } from '~/http/responses/json.server';
import * as history from '~/routes/admin_.history_.export';
import * as route from '~/routes/api.pipelines_.export';
import { catchResponse } from '../support/answers';
import { type Cast, type CastMember, createCast } from '../support/cast';
import { deleteDeals } from '../support/deals';
import { readWorkbook } from '../support/workbook';

/** Enough zipped bytes to fill the buffers between thread and reader. */
const DEALS = 150;
const MAX_RUNNING = 8;
const MAX_WAITING = 8;

const path = getDatabasePath(process.env.DATABASE_URL!);
let people: Cast;
let leave: AbortController;
let nameOfLast: string;
beforeAll(async () => {
  people = await createCast();
  nameOfLast = `${people.ana.firstName} ${DEALS - 1}`;
});
beforeEach(async () => {
  leave = new AbortController();
  await deleteDeals();
  await addDeals(people.ana);
});
afterEach(async () => {
  leave.abort();
  await until(() => !isSnapshotOpen());
});

async function addDeals(owner: CastMember): Promise<void> {
  const at = new Date();
  const newDeals = Array.from({ length: DEALS }, (_, n) => ({
    userId: owner.id,
    companyName: `${owner.firstName} ${n}`,
    searchText: '',
    comments: randomBytes(7_000).toString('base64'),
    createdAt: at,
    updatedAt: at,
  }));
  await transaction(async (tx) => tx.insert(deals).values(newDeals));
}

async function startExport(as: CastMember, leaving = leave.signal): Promise<Response> {
  const address = 'http://localhost:3000/api/pipelines/export?sort=oldest';
  const request = new Request(address, { headers: { Cookie: as.cookie } });
  return route.loader({ request, params: {}, context: { signal: leaving } });
}

/** Slots of clients that left are freed with a delay; 60 exports a minute are allowed. */
async function startWhenFree(as: CastMember): Promise<Response> {
  leave = new AbortController();
  for (;;) {
    const answer = await startExport(as).catch((thrown: DomainError) => respondWithError(thrown));
    if (answer.status !== 503) return answer;
    await pause(1_000);
  }
}

async function namesIn(answer: Response): Promise<string[]> {
  const { Deals } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
  return Deals!.slice(1).map(({ A }) => A!.value);
}

const formatName = ({ firstName }: CastMember) =>
  Array.from({ length: DEALS }, (_, n) => `${firstName} ${n}`);

async function until(isTrue: () => boolean): Promise<void> {
  for (const start = Date.now(); !isTrue(); await pause(25)) {
    if (Date.now() - start > 50_000) throw new Error('It took too long.');
  }
}

/** Returns whether a connection still reads an older snapshot. */
function isSnapshotOpen(): boolean {
  const connection = new SQLite(path, { timeout: 0 });
  connection.exec('CREATE TABLE touched (x); DROP TABLE touched');
  const [{ busy }] = connection.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
  connection.close();
  return busy === 1;
}

describe('simultaneous exports', () => {
  test("each export has its viewer's deals and waits for no other", async () => {
    await addDeals(people.ben);
    const unread = await startExport(people.ana);
    expect(await namesIn(await startExport(people.ben))).toEqual(formatName(people.ben));
    expect(await namesIn(unread)).toEqual(formatName(people.ana));
  });

  test('an export does not show changes made while it is written', async () => {
    const unread = await startExport(people.ana);
    const last = getId(nameOfLast);
    await updateDeal(people.ana, last, { companyName: 'Renamed' });
    expect(await namesIn(unread)).toEqual(formatName(people.ana));
    expect((await namesIn(await startExport(people.ana))).at(-1)).toBe('Renamed');
  });

  test('too many exports are refused with 503, and logins work', async () => {
    const known = await hashPassword('p');
    const places = { length: MAX_RUNNING + MAX_WAITING };
    const exports = Array.from(places, () => startExport(people.ana));
    const answers = Promise.allSettled(exports);
    await Promise.all(exports.slice(0, MAX_RUNNING));
    const refused = await catchResponse(startExport(people.ana));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    const message = 'Too many exports are running right now. Please try again in a moment.';
    expect(await refused.json()).toEqual({ message });
    expect(await verifyPassword('p', known)).toBe(true);
    leave.abort();
    await answers;
    expect(await namesIn(await startWhenFree(people.ana))).toEqual(formatName(people.ana));
  });
});

describe('clients that leave', () => {
  test('leaving during an export ends its database read', async () => {
    const answer = await startExport(people.ana);
    await answer.body!.getReader().read();
    expect(isSnapshotOpen()).toBe(true);
    leave.abort();
    await until(() => !isSnapshotOpen());
  });

  test('leaving before the first byte aborts the export', async () => {
    const answer = startExport(people.ana);
    leave.abort();
    await expect(answer).rejects.toThrow('aborted');
  });
});

test('HEAD starts no export', async () => {
  const address = 'http://localhost:3000/api/pipelines/export';
  const request = new Request(address, { method: 'HEAD', headers: { Cookie: people.ana.cookie } });
  const answer = await route.loader({ request, params: {}, context: {} });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect(answer.headers.get('Content-Disposition')).toContain('vc-pipelines-');
  // A started export would stay open, as nobody reads it; that of the previous test may end late.
  await until(() => !isSnapshotOpen());
});

test('a history export has a row for each changed field', async () => {
  await updateDeal(people.ana, getId(nameOfLast), { companyName: '=Renamed', ceoName: 'Ceo' });
  const address = 'http://localhost:3000/admin/history/export?what==Renamed';
  const request = new Request(address, { headers: { Cookie: people.maren.cookie } });
  const answer = await history.loader({ request, params: {}, context: {} });
  const { History } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
  const rows = History!.map((row) =>
    Object.values(row)
      .map(({ value }) => value)
      .slice(1),
  );
  const change = [people.ana.email, 'pipeline', '=Renamed', 'changed'];
  expect(rows).toEqual([
    ['Who', 'What', 'Name', 'Change', 'Field', 'From', 'To', 'Import', 'Reason', 'API Token'],
    [...change, 'Company name', nameOfLast, '=Renamed'],
    [...change, 'CEO', 'Ceo'],
  ]);
  expect(History![1]!.A!.format).toBe('yyyy-mm-dd hh:mm');
});

describe('failed exports', () => {
  test('an export that fails before its first byte throws', async () => {
    renameSync(path, `${path}.away`);
    await expect(startExport(people.ana)).rejects.toThrow('unable to open database file');
    renameSync(`${path}.away`, path);
    expect(await namesIn(await startExport(people.ana))).toEqual(formatName(people.ana));
  });

  test('an export that fails after its first byte breaks off', async () => {
    const connection = new SQLite(path);
    const setDate = connection.prepare('update pipelines set created_at = ? where id = ?');
    const last = getId(nameOfLast);
    // A Date cannot hold this moment.
    setDate.run(9e15, last);
    const answer = await startExport(people.ana);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('Invalid time value');
    setDate.run(Date.now(), last);
    connection.close();
    expect(await namesIn(await startExport(people.ana))).toEqual(formatName(people.ana));
  });
});

function getId(companyName: string): number {
  const connection = new SQLite(path, { readonly: true });
  const id = connection
    .prepare('select id from pipelines where company_name = ?')
    .pluck()
    .get(companyName);
  connection.close();
  return id as number;
}
