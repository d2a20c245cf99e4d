import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, db, getDatabasePath, openDatabase } from '#db/client';
import { historyEvents, mentions, notes, transfers } from '#db/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { undoOperationId } from '~/domain/history/operation-id';
import { updateNote } from '~/domain/note/update.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { transferDeals } from '~/domain/operations/transfer-deals.server';
import { listReceivedTransfers } from '~/domain/operations/transfer-notices.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { env } from '~/env.server';
import { getStatus } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import { countTurnsOfSlowWork } from '../../support/event-loop-turns';

const people = createCastForEach();
afterEach(() => {
  vi.useRealTimers();
});

const CHANGE = { fundingRound: 'B', nextMeetingDate: 'ASAP', note: undefined };
const NONE = { undone: 0, changedSince: [], gone: 0, restored: [], notRestored: [] };
const MINUTE = 60_000;
const findLatest = async (id: number) => {
  const [latest] = await listDealHistory(people.maren, id, { limit: 1, offset: 0 });
  return [latest!.kind, latest!.fields];
};
const storedAll = (ids: number[]) => Promise.all(ids.map(async (id) => (await getStoredDeal(id))!));
const listRounds = async (ids: number[]) => (await storedAll(ids)).map((deal) => deal.fundingRound);
const values = async (id: number) => {
  const { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt } =
    (await getStoredDeal(id))!;
  return { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt };
};

describe('bulk changes (rules 21.21, 21.22 and 21.25)', () => {
  test('bulk change updates only deals that differ, and only once', async () => {
    const { ana } = people;
    const same = await addDeal(ana, CHANGE);
    const half = await addDeal(ana, { fundingRound: 'B', nextMeetingDate: '30 days' });
    const other = await addDeal(ana, { fundingRound: 'Seed' });
    const before = await db.$count(historyEvents);
    const result = await changeDealsInBulk(ana, [same, half, other], CHANGE, 'form');
    expect(result).toMatchObject({ changed: 2, unchanged: 1 });
    expect(await changeDealsInBulk(ana, [same, half, other], CHANGE, 'form')).toEqual(result);
    expect(await db.$count(historyEvents)).toBe(before + 2);
    const meeting = { nextMeetingDate: ['30 days', 'ASAP'] };
    expect(await findLatest(half)).toEqual(['changed', meeting]);
    const both = { fundingRound: ['Seed', 'B'], nextMeetingDate: [null, 'ASAP'] };
    expect(await findLatest(other)).toEqual(['changed', both]);
    const rows = await storedAll([same, half, other]);
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 2]);
  });

  test('bulk change skips invisible deals and may change nothing', async () => {
    const { ana, ben } = people;
    const hers = await addDeal(ana, CHANGE);
    const his = await addDeal(ben);
    const missing = { operationId: undefined, changed: 0, unchanged: 1 };
    expect(await changeDealsInBulk(ana, [hers, his, 999_999], CHANGE)).toEqual(missing);
    expect((await getStoredDeal(his))!.version).toBe(1);
  });

  test('bulk change clears with null without blocking the loop', async () => {
    const { ana } = people;
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push(await addDeal(ana, { fundingRound: 'A' }));
    const change = { fundingRound: null, nextMeetingDate: undefined, note: undefined };
    const { value, turns } = await countTurnsOfSlowWork(() => changeDealsInBulk(ana, ids, change));
    expect(value.changed).toBe(100);
    expect(turns).toBeGreaterThan(4);
    expect(await listRounds([ids[99]!])).toEqual([null]);
  });

  test('bulk change adds a note to each deal, and undo removes it', async () => {
    const { ana } = people;
    const ids = [await addDeal(ana, CHANGE), await addDeal(ana), await addDeal(ana)];
    const text = 'Ask @Maren for the numbers';
    const { operationId, changed, unchanged } = await changeDealsInBulk(ana, ids, {
      ...CHANGE,
      note: text,
    });
    expect([changed, unchanged]).toEqual([3, 0]);
    const stored = await db.select().from(notes).orderBy(notes.id);
    expect(stored.map(({ dealId }) => dealId)).toEqual(ids);
    expect(new Set(stored.map((note) => note.text))).toEqual(new Set([text]));
    expect(await db.$count(mentions)).toBe(3);
    await updateNote(ana, stored[2]!.id, 'Asked');
    await updateDeal(ana, ids[1]!, { comments: 'Called' });
    expect(await undoOwnOperation(ana, operationId!)).toEqual({
      ...NONE,
      undone: 3,
      changedSince: [{ companyName: 'Acme', why: 'Note: changed since by Ana Lindqvist.' }],
    });
    expect((await db.select().from(notes)).map((note) => note.text)).toEqual(['Asked']);
    expect(await listRounds(ids)).toEqual(['B', null, null]);
  });
});

describe('undo of bulk operations (rules 21.24, 21.25 and 21.26)', () => {
  test('undo restores every deal, even after a restart', async () => {
    const { ana } = people;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 24 * 60 * MINUTE });
    const id = await addDeal(ana, { fundingRound: 'Seed', nextMeetingDate: '30 days' });
    vi.useRealTimers();
    const before = await values(id);
    const { operationId } = await changeDealsInBulk(ana, [id], CHANGE);
    expect(await values(id)).not.toEqual(before);
    closeDatabase();
    openDatabase(getDatabasePath(env.DATABASE_URL));
    expect(await undoOwnOperation(ana, operationId!)).toEqual({ ...NONE, undone: 1 });
    expect(await values(id)).toEqual(before);
    const fields = { fundingRound: ['B', 'Seed'], nextMeetingDate: ['ASAP', '30 days'] };
    expect(await findLatest(id)).toEqual(['changed', fields]);
    expect(await getStatus(undoOwnOperation(ana, operationId!)), 'once').toBe(404);
  });

  test('undo skips and counts deals that are gone', async () => {
    const { ana, ben, maren } = people;
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await addDeal(ana));
    const [unchanged, deleted, taken] = ids as [number, number, number];
    const { operationId } = await changeDealsInBulk(ana, ids, CHANGE);
    await deleteDeal(maren, deleted);
    await transferDeals(maren, [taken], ben.email);
    expect(await undoOwnOperation(ana, operationId!)).toEqual({ ...NONE, undone: 1, gone: 2 });
    expect(await listRounds([unchanged, taken])).toEqual([null, 'B']);
  });

  test('undo keeps and names only fields that changed since', async () => {
    const { ana, maren } = people;
    const id = await addDeal(ana, { fundingRound: 'Seed', nextMeetingDate: '30 days' });
    const { operationId } = await changeDealsInBulk(ana, [id], CHANGE);
    await updateDeal(maren, id, { fundingRound: 'C', comments: 'Called them' });
    expect(await undoOwnOperation(ana, operationId!)).toEqual({
      ...NONE,
      undone: 1,
      changedSince: [{ companyName: 'Acme', why: 'Funding round: changed since by Maren Holt.' }],
    });
    const { fundingRound, nextMeetingDate, comments } = (await getStoredDeal(id))!;
    expect([fundingRound, nextMeetingDate]).toEqual(['C', '30 days']);
    expect(comments).toBe('Called them');
  });

  test('undo reverts an operation before one already undone', async () => {
    const { ana } = people;
    const id = await addDeal(ana, { fundingRound: 'Seed' });
    const first = await changeDealsInBulk(ana, [id], CHANGE, 'form');
    const second = await changeDealsInBulk(ana, [id], { ...CHANGE, fundingRound: 'C' });
    await undoOwnOperation(ana, second.operationId!);
    expect(await undoOwnOperation(ana, first.operationId!)).toEqual({ ...NONE, undone: 1 });
    expect(await listRounds([id])).toEqual(['Seed']);
    for (const operationId of [first.operationId!, undoOperationId(first.operationId!)])
      expect(await getStatus(undoOwnOperation(ana, operationId))).toBe(404);
    const again = await changeDealsInBulk(ana, [id], CHANGE, 'form');
    expect([again.changed, await listRounds([id])]).toEqual([1, ['B']]);
    expect(await undoOwnOperation(ana, again.operationId!)).toEqual({ ...NONE, undone: 1 });
  });

  test('undo is for the same user within 10 minutes', async () => {
    const { ana, maren } = people;
    const { operationId } = await changeDealsInBulk(ana, [await addDeal(ana)], CHANGE);
    expect(await getStatus(undoOwnOperation(maren, operationId!))).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
    expect(await getStatus(undoOwnOperation(ana, operationId!))).toBe(409);
  });

  test('undo of a transfer returns each deal to its former owner', async () => {
    const { ana, ben, quentin, tomas, maren } = people;
    const ids: number[] = [];
    for (const owner of [ana, ben, quentin, maren]) ids.push(await addDeal(owner));
    const result = await transferDeals(tomas, ids, maren.email);
    expect(result).toMatchObject({ transferred: 3, alreadyOwned: 1 });
    expect(await undoOwnOperation(tomas, result.operationId!)).toMatchObject({
      undone: 2,
      changedSince: [{ why: 'Owner: could not be reverted.' }],
    });
    const owners = (await storedAll(ids)).map(({ userId }) => userId);
    expect(owners).toEqual([ana.id, ben.id, maren.id, maren.id]);
    expect(await listReceivedTransfers(ana)).toEqual([]);
    expect(await db.$count(transfers, eq(transfers.toId, maren.id))).toBe(1);
  });
});
