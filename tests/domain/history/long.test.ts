import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, evaluations, historyEvents, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { countTrash, listTrash } from '~/domain/operations/trash/list.server';
import { purgeTrash } from '~/domain/operations/trash/purge.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { getPastEvaluation } from '~/domain/timeline/past-evaluation.server';
import * as historyPage from '~/routes/admin_.history/route';
import * as changePage from '~/routes/admin_.history_.$change';
import * as dealHistoryPage from '~/routes/pipeline.$id.history/route';
import * as dealChangePage from '~/routes/pipeline.$id.history_.$change';
import { catchResponse } from '../../support/answers';
import { addPerson, createCast } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import { countTurnsOfSlowWork, getProcessorTimeMs } from '../../support/event-loop-turns';
import { readText, renderScreen } from '../../support/render-screen';

const people = await createCast();

type Fields = (typeof historyEvents.$inferInsert)['fields'];
async function addChanges(
  id: number,
  subject: 'pipeline' | 'evaluation',
  most: number,
  fields: (n: number) => Fields,
): Promise<void> {
  const about = { at: new Date(), subject, subjectId: String(id), subjectName: 'Acme' };
  const row = { ...about, kind: 'changed' as const, actorEmail: people.ana.email };
  const rows = Array.from({ length: most }, (_, n) => ({ ...row, fields: fields(n) }));
  for (let i = 0; i < most; i += 50)
    await transaction(async (tx) => tx.insert(historyEvents).values(rows.slice(i, i + 50)));
}

async function evaluated(scores: { marketSize: number; teamDepth?: number }) {
  const id = await addDeal(people.ana);
  await saveEvaluation(people.ana, id, scores);
  const isOfDeal = and(
    eq(historyEvents.subjectId, String(id)),
    eq(historyEvents.subject, 'evaluation'),
  );
  const [first] = await db.select({ id: historyEvents.id }).from(historyEvents).where(isOfDeal);
  return { id, first: first!.id };
}

describe('evaluations with 2,000 versions (rule 10.11)', () => {
  const texts = (n: number): Fields =>
    Object.fromEntries([
      ...CRITERIA.map(({ key }) => [key, [(n % 9) + 1, ((n + 1) % 9) + 1]] as const),
      ...NOTES_KEYS.map((key) => [key, [`${n} `.repeat(800), `${n + 1} `.repeat(800)]] as const),
      ['overallScore', [5, 6]] as const,
    ]);

  test.each([
    ['a score', (n: number): Fields => ({ marketSize: [(n % 9) + 1, ((n + 1) % 9) + 1] })],
    ['every score and long notes', texts],
  ])('a version after changes of %s is read within 100 ms', async (_, fields) => {
    const { id, first } = await evaluated({ marketSize: 1, teamDepth: 7 });
    await addChanges(id, 'evaluation', 2_000, fields);
    let best = Infinity;
    for (let n = 0; n < 5; n++) {
      const start = getProcessorTimeMs();
      const { then } = await getPastEvaluation(people.ana, id, first);
      best = Math.min(best, getProcessorTimeMs() - start);
      expect(then.marketSize).toBe(1);
      if (!('teamDepth' in fields(0))) expect(then.teamDepth).toBe(7);
    }
    expect(best).toBeLessThan(100);
  });

  test('reading a long history does not block the event loop', async () => {
    const { id, first } = await evaluated({ marketSize: 1 });
    await addChanges(id, 'evaluation', 500, (n) => ({ marketNotes: [`${n}`, `${n + 1}`] }));
    const { value, turns } = await countTurnsOfSlowWork(() =>
      getPastEvaluation(people.ana, id, first),
    );
    expect(value.then).toMatchObject({ marketSize: 1, marketNotes: '0' });
    expect(turns).toBeGreaterThan(5);
  });
});

describe('long texts in the history (rules 10.9 and 10.10)', () => {
  const LONG = 10_000;
  const text = (n: number) => `${n}: ${'long '.repeat(LONG / 5)}`.slice(0, LONG - 3) + 'end';
  let id: number;
  beforeAll(async () => {
    id = await addDeal(people.ana, { companyName: 'Longwinded' });
    await addChanges(id, 'pipeline', 100, (n) => ({
      comments: [text(n), text(n + 1)],
      businessIntroduction: [text(n), text(n + 1)],
      evaluationScore: [1, 2],
    }));
  });
  const dealPage = (search: string) =>
    renderScreen(dealHistoryPage, `/pipeline/${id}/history${search}`, {
      as: people.ana,
      params: { id: String(id) },
    });

  test('history pages cut long texts and link to the whole', async () => {
    for (const html of [
      await dealPage('?size=100'),
      await renderScreen(historyPage, '/admin/history?size=100', { as: people.maren }),
    ]) {
      expect(html.length).toBeLessThan(1_000_000);
      expect(html).toContain('Show full text');
      expect(html).toContain('100: long long');
      expect(html).toContain('…');
      expect(html).not.toContain('long end');
    }
  });

  test('the page of a change shows long texts in full', async () => {
    const html = await dealPage('');
    const [, change] = /href="\/pipeline\/\d+\/history\/(\d+)"/.exec(html)!;
    const params = { id: String(id), change: change! };
    for (const page of [
      await renderScreen(dealChangePage, `/pipeline/${id}/history/${change}`, {
        as: people.ana,
        params,
      }),
      await renderScreen(changePage, `/admin/history/${change}`, { as: people.maren, params }),
    ])
      for (const n of [99, 100]) expect(page).toContain(text(n));
  });

  test('the score chart shows the latest 500 scores and says so', async () => {
    await addChanges(id, 'pipeline', 600, (n) => ({ evaluationScore: [n % 10, (n + 1) % 10] }));
    const html = await dealPage('');
    expect(html.match(/<circle/g)).toHaveLength(500);
    expect(readText(html)).toContain('The latest 500 scores.');
    await addChanges(id, 'pipeline', 2_100, (n): Fields =>
      n % 100 ? { comments: [`${n}`, null] } : { evaluationScore: [1, 2] },
    );
    expect(readText(await dealPage(''))).toContain('The scores of the latest 2,000 changes.');
  });
});

describe('accounts with many deals (rule 10.12)', () => {
  const DEALS = 90;
  async function accountWithDeals(email: string) {
    const owner = await addPerson(people.maren, email);
    const ids: number[] = [];
    for (let n = 0; n < DEALS; n++)
      ids.push(await addDeal(owner, { companyName: `${email} ${n}`, industries: ['AI'] }));
    await saveEvaluation(owner, ids.at(-1)!, { marketSize: 9 });
    return { owner, ids };
  }
  const entries = () => listTrash(people.maren, { limit: 10, offset: 0 });
  const listHistory = (id: number, kind: 'deleted' | 'restored' | 'purged') =>
    db.$count(
      historyEvents,
      and(eq(historyEvents.subjectId, String(id)), eq(historyEvents.kind, kind)),
    );

  test('deleting a large account does not block the event loop', async () => {
    const { owner, ids } = await accountWithDeals('many@demo.example');
    const before = await countTrash(people.maren);
    const deletion = await countTurnsOfSlowWork(() => deleteUser(people.maren, owner.id));
    expect(deletion.turns).toBeGreaterThan(3);
    expect(await countTrash(people.maren)).toBe(before + 1);
    const [entry] = await entries();
    expect(entry).toMatchObject({ name: owner.email, subject: 'account', deals: DEALS });
    expect(await db.$count(deals, eq(deals.userId, owner.id))).toBe(0);
    // Spreads the deals over several rows, none of which holds them all.
    const rows = await db.select({ rows: trash.rows }).from(trash);
    const held = rows.map((row) => (JSON.parse(row.rows) as { pipelines: unknown[] }).pipelines);
    expect(Math.max(...held.map(({ length }) => length))).toBeLessThanOrEqual(20);
    expect((await catchResponse(restoreFromTrash(people.maren, entry!.id + 1))).status).toBe(404);
    const restoration = await countTurnsOfSlowWork(() => restoreFromTrash(people.maren, entry!.id));
    expect(restoration.turns).toBeGreaterThan(3);
    for (const id of ids) expect(await getStoredDeal(id)).toMatchObject({ userId: owner.id });
    const last = ids.at(-1)!;
    const scores = await db.select().from(evaluations).where(eq(evaluations.dealId, last));
    expect(scores).toMatchObject([{ marketSize: 9 }]);
    for (const id of [ids[0]!, last]) {
      const told = [await listHistory(id, 'deleted'), await listHistory(id, 'restored')];
      expect(told).toEqual([1, id === last ? 2 : 1]);
    }
    expect(await countTrash(people.maren)).toBe(before);
    expect(await db.$count(trash)).toBe(before);
  });

  test('transferring many deals does not block the event loop', async () => {
    const { owner, ids } = await accountWithDeals('giving@demo.example');
    const work = await countTurnsOfSlowWork(() =>
      deleteUser(people.maren, owner.id, { newOwner: people.ben.email }),
    );
    expect(work.turns).toBeGreaterThan(0);
    for (const id of ids) expect(await getStoredDeal(id)).toMatchObject({ userId: people.ben.id });
    await deleteDealsById(people.ben, ids);
    expect((await entries()).every(({ name }) => name.startsWith('giving@'))).toBe(true);
  });

  test('purging a large account purges all of its deals', async () => {
    const { owner, ids } = await accountWithDeals('purged@demo.example');
    await deleteUser(people.maren, owner.id);
    const day = 86_400_000;
    const purged = await purgeTrash(new Date(Date.now() + 31 * day));
    expect(await db.$count(trash)).toBe(0);
    expect(purged).toBeLessThan(DEALS + DEALS);
    for (const id of [ids[0]!, ids.at(-1)!]) expect(await listHistory(id, 'purged')).toBe(1);
  });
});
