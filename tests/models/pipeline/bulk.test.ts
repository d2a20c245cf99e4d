import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, databasePath, db, openDatabase } from '#db/client';
import { changes, handOvers, mentions, notes } from '#db/schema';
import { env } from '~/env.server';
import { undoOf } from '~/models/history/act';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { changeNote } from '~/models/note/write.server';
import { changeInBulk } from '~/models/bulk/bulk.server';
import { handOverPipelines, listHandOvers } from '~/models/pipeline/hand-over.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import { undoOwnAct } from '~/models/undo/undo.server';
import { castForEach } from '../../support/cast';
import { addPipeline, statusOf, storedPipeline } from '../../support/pipelines';
import { withTurns } from '../../support/turns';
import { deletePipeline } from '~/models/trash/delete.server';

const people = castForEach();
afterEach(() => {
  vi.useRealTimers();
});

const CHANGE = { fundingRound: 'B', nextMeetingDate: 'ASAP', note: undefined };
const NONE = { undone: 0, changedSince: 0, gone: 0, restored: [], refused: [] };
const MINUTE = 60_000;
const latestOf = async (id: number) => {
  const [latest] = await listPipelineHistory(people.maren, id, { limit: 1, offset: 0 });
  return [latest!.act, latest!.fields];
};
const storedAll = (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await storedPipeline(id))!));
const roundsOf = async (ids: number[]) => (await storedAll(ids)).map((deal) => deal.fundingRound);
const values = async (id: number) => {
  const { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt } =
    (await storedPipeline(id))!;
  return { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt };
};

describe('a change of several deals', () => {
  test('is one transaction and one entry in the history of each deal that differs, also sent twice (rule 21.22)', async () => {
    const { ana } = people;
    const same = await addPipeline(ana, CHANGE);
    const half = await addPipeline(ana, { fundingRound: 'B', nextMeetingDate: '30 days' });
    const other = await addPipeline(ana, { fundingRound: 'Seed' });
    const before = await db.$count(changes);
    const result = await changeInBulk(ana, [same, half, other], CHANGE, 'form');
    expect(result).toMatchObject({ changed: 2, unchanged: 1 });
    expect(await changeInBulk(ana, [same, half, other], CHANGE, 'form')).toEqual(result);
    expect(await db.$count(changes)).toBe(before + 2);
    const meeting = { nextMeetingDate: ['30 days', 'ASAP'] };
    expect(await latestOf(half)).toEqual(['changed', meeting]);
    const both = { fundingRound: ['Seed', 'B'], nextMeetingDate: [null, 'ASAP'] };
    expect(await latestOf(other)).toEqual(['changed', both]);
    const rows = await storedAll([same, half, other]);
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 2]);
  });

  test('leaves deals that the viewer may not see, and there is nothing to undo if nothing changed (rule 21.21)', async () => {
    const { ana, ben } = people;
    const hers = await addPipeline(ana, CHANGE);
    const his = await addPipeline(ben);
    const missing = { actId: undefined, changed: 0, unchanged: 1 };
    expect(await changeInBulk(ana, [hers, his, 999_999], CHANGE)).toEqual(missing);
    expect((await storedPipeline(his))!.version).toBe(1);
  });

  test('clears with null, and leaves other requests their turn (rule 21.22)', async () => {
    const { ana } = people;
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push(await addPipeline(ana, { fundingRound: 'A' }));
    const change = { fundingRound: null, nextMeetingDate: undefined, note: undefined };
    const { value, turns } = await withTurns(() => changeInBulk(ana, ids, change));
    expect(value.changed).toBe(100);
    expect(turns).toBeGreaterThan(4);
    expect(await roundsOf([ids[99]!])).toEqual([null]);
  });

  test('adds a note to every deal, with its history and mentions, and takes it back by undo unless it was edited (rule 21.25)', async () => {
    const { ana } = people;
    const ids = [await addPipeline(ana, CHANGE), await addPipeline(ana), await addPipeline(ana)];
    const text = 'Ask @Maren for the numbers';
    const { actId, changed, unchanged } = await changeInBulk(ana, ids, { ...CHANGE, note: text });
    expect([changed, unchanged]).toEqual([3, 0]);
    const stored = await db.select().from(notes).orderBy(notes.id);
    expect(stored.map(({ pipelineId }) => pipelineId)).toEqual(ids);
    expect(new Set(stored.map((note) => note.text))).toEqual(new Set([text]));
    expect(await db.$count(mentions)).toBe(3);
    await changeNote(ana, stored[2]!.id, 'Asked');
    await updatePipeline(ana, ids[1]!, { comments: 'Called' });
    expect(await undoOwnAct(ana, actId!)).toEqual({ ...NONE, undone: 1, changedSince: 2 });
    expect((await db.select().from(notes)).map((note) => note.text)).toEqual(['Asked']);
    expect(await roundsOf(ids)).toEqual(['B', 'B', null]);
  });
});

describe('undo', () => {
  test('sets every deal back as it was, with when its meeting was set, also after a restart (rule 21.24)', async () => {
    const { ana } = people;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 24 * 60 * MINUTE });
    const id = await addPipeline(ana, { fundingRound: 'Seed', nextMeetingDate: '30 days' });
    vi.useRealTimers();
    const before = await values(id);
    const { actId } = await changeInBulk(ana, [id], CHANGE);
    expect(await values(id)).not.toEqual(before);
    closeDatabase();
    openDatabase(databasePath(env.DATABASE_URL));
    expect(await undoOwnAct(ana, actId!)).toEqual({ ...NONE, undone: 1 });
    expect(await values(id)).toEqual(before);
    const fields = { fundingRound: ['B', 'Seed'], nextMeetingDate: ['ASAP', '30 days'] };
    expect(await latestOf(id)).toEqual(['changed', fields]);
    expect(await statusOf(undoOwnAct(ana, actId!)), 'once').toBe(404);
  });

  test('leaves and counts what somebody has changed, deleted or taken since (rule 21.25)', async () => {
    const { ana, ben, maren } = people;
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await addPipeline(ana));
    const [unchanged, changed, deleted, taken] = ids as [number, number, number, number];
    const { actId } = await changeInBulk(ana, ids, CHANGE);
    await updatePipeline(maren, changed, { comments: 'Called them' });
    await deletePipeline(maren, deleted);
    await handOverPipelines(maren, [taken], ben.email);
    expect(await undoOwnAct(ana, actId!)).toEqual({ ...NONE, undone: 1, changedSince: 1, gone: 2 });
    expect(await roundsOf([unchanged, changed, taken])).toEqual([null, 'B', 'B']);
  });

  test('of an act before another one that was undone reverts it, too; the same form is another act then (rule 21.25)', async () => {
    const { ana } = people;
    const id = await addPipeline(ana, { fundingRound: 'Seed' });
    const first = await changeInBulk(ana, [id], CHANGE, 'form');
    const second = await changeInBulk(ana, [id], { ...CHANGE, fundingRound: 'C' });
    await undoOwnAct(ana, second.actId!);
    expect(await undoOwnAct(ana, first.actId!)).toEqual({ ...NONE, undone: 1 });
    expect(await roundsOf([id])).toEqual(['Seed']);
    for (const actId of [first.actId!, undoOf(first.actId!)])
      expect(await statusOf(undoOwnAct(ana, actId))).toBe(404);
    const again = await changeInBulk(ana, [id], CHANGE, 'form');
    expect([again.changed, await roundsOf([id])]).toEqual([1, ['B']]);
    expect(await undoOwnAct(ana, again.actId!)).toEqual({ ...NONE, undone: 1 });
  });

  test('is for whoever did it, for 10 minutes (rule 21.24)', async () => {
    const { ana, maren } = people;
    const { actId } = await changeInBulk(ana, [await addPipeline(ana)], CHANGE);
    expect(await statusOf(undoOwnAct(maren, actId!))).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
    expect(await statusOf(undoOwnAct(ana, actId!))).toBe(409);
  });

  test('of a hand-over gives each owner theirs back, and no news of it (rule 21.26)', async () => {
    const { ana, ben, quentin, tomas, maren } = people;
    const ids: number[] = [];
    for (const owner of [ana, ben, quentin, maren]) ids.push(await addPipeline(owner));
    const result = await handOverPipelines(tomas, ids, maren.email);
    expect(result).toMatchObject({ handedOver: 3, already: 1 });
    expect(await undoOwnAct(tomas, result.actId!)).toMatchObject({ undone: 2, changedSince: 1 });
    const owners = (await storedAll(ids)).map(({ userId }) => userId);
    expect(owners).toEqual([ana.id, ben.id, maren.id, maren.id]);
    expect(await listHandOvers(ana)).toEqual([]);
    expect(await db.$count(handOvers, eq(handOvers.toId, maren.id))).toBe(1);
  });
});
