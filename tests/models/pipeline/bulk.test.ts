import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, databasePath, db, openDatabase } from '#db/client';
import { changes, handOvers, mentions, notes, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { undoOf } from '~/models/history/act';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { changeNote } from '~/models/note/write.server';
import { changeInBulk } from '~/models/bulk/bulk.server';
import { handOverPipelines, listHandOvers } from '~/models/pipeline/hand-over.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import { undoOwnAct } from '~/models/undo/undo.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline, storedPipeline, thrownBy } from '../../support/pipelines';
import { deletePipeline } from '~/models/trash/delete.server';

let people: Cast;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
});
afterEach(() => {
  vi.useRealTimers();
});

const CHANGE = { fundingRound: 'B', nextMeetingDate: 'ASAP', note: undefined };
const NONE = { undone: 0, changedSince: 0, gone: 0, restored: [], refused: [] };
const MINUTE = 60_000;
const historyOf = async (id: number) =>
  (await listPipelineHistory(people.maren, id, { limit: 100, offset: 0 })).map(
    ({ act, fields }) => [act, fields] as const,
  );
const values = async (id: number) => {
  const { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt } =
    (await storedPipeline(id))!;
  return { fundingRound, nextMeetingDate, nextMeetingSetAt, meetingDueAt };
};

describe('a change of several deals', () => {
  test('is one transaction and one entry in the history of each deal that differs (rule 21.22)', async () => {
    const { ana } = people;
    const same = await addPipeline(ana, CHANGE);
    const half = await addPipeline(ana, { fundingRound: 'B', nextMeetingDate: '30 days' });
    const other = await addPipeline(ana, { fundingRound: 'Seed' });
    const before = await db.$count(changes);
    const result = await changeInBulk(ana, [same, half, other], CHANGE);
    expect(result).toMatchObject({ changed: 2, unchanged: 1 });
    expect(await db.$count(changes)).toBe(before + 2);
    expect((await historyOf(half))[0]).toEqual([
      'changed',
      { nextMeetingDate: ['30 days', 'ASAP'] },
    ]);
    expect((await historyOf(other))[0]).toEqual([
      'changed',
      { fundingRound: ['Seed', 'B'], nextMeetingDate: [null, 'ASAP'] },
    ]);
    const rows = await Promise.all([same, half, other].map(storedPipeline));
    expect(rows.map((row) => row!.version)).toEqual([1, 2, 2]);
  });

  test('leaves deals that the viewer may not see, and there is nothing to undo if nothing changed (rule 21.21)', async () => {
    const { ana, ben } = people;
    const hers = await addPipeline(ana, CHANGE);
    const his = await addPipeline(ben);
    const missing = { act: undefined, changed: 0, unchanged: 1 };
    expect(await changeInBulk(ana, [hers, his, 999_999], CHANGE)).toEqual(missing);
    expect((await storedPipeline(his))!.version).toBe(1);
  });

  test('clears with null, and leaves other requests their turn (rule 21.22)', async () => {
    const { ana } = people;
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push(await addPipeline(ana, { fundingRound: 'A' }));
    let turns = 0;
    let isOver = false;
    const count = () => void (isOver || (turns++, setImmediate(count)));
    count();
    const { changed } = await changeInBulk(ana, ids, {
      fundingRound: null,
      nextMeetingDate: undefined,
      note: undefined,
    });
    isOver = true;
    expect(changed).toBe(100);
    expect(turns).toBeGreaterThan(4);
    expect((await storedPipeline(ids[99]!))!.fundingRound).toBeNull();
  });
});

describe('a note', () => {
  test('is added to every deal, with its history and mentions, and taken back by undo unless it was edited (rule 21.25)', async () => {
    const { ana } = people;
    const ids = [await addPipeline(ana, CHANGE), await addPipeline(ana), await addPipeline(ana)];
    const change = { ...CHANGE, note: 'Ask @Maren for the numbers' };
    const { act, changed, unchanged } = await changeInBulk(ana, ids, change);
    expect([changed, unchanged]).toEqual([3, 0]);
    const stored = await db.select().from(notes).orderBy(notes.id);
    expect(stored.map(({ pipelineId, text }) => [pipelineId, text])).toEqual(
      ids.map((id) => [id, 'Ask @Maren for the numbers']),
    );
    expect(await db.$count(mentions)).toBe(3);
    await changeNote(ana, stored[2]!.id, 'Asked');
    await updatePipeline(ana, ids[1]!, { comments: 'Called' });
    expect(await undoOwnAct(ana, act!)).toEqual({ ...NONE, undone: 1, changedSince: 2 });
    expect((await db.select().from(notes)).map(({ text }) => text)).toEqual(['Asked']);
    const rows = await Promise.all(ids.map(storedPipeline));
    expect(rows.map((deal) => deal!.fundingRound)).toEqual(['B', 'B', null]);
  });
});

test('a form sent twice is one act (rule 21.22)', async () => {
  const { ana } = people;
  const ids = [await addPipeline(ana), await addPipeline(ana, CHANGE)];
  const change = { ...CHANGE, note: 'Called' };
  const first = await changeInBulk(ana, ids, change, 'form 1');
  expect(await changeInBulk(ana, ids, change, 'form 1')).toEqual(first);
  expect(await db.$count(notes)).toBe(2);
});

describe('undo', () => {
  test('sets every deal back as it was, with when its meeting was set, also after a restart (rule 21.24)', async () => {
    const { ana } = people;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 24 * 60 * MINUTE });
    const id = await addPipeline(ana, { fundingRound: 'Seed', nextMeetingDate: '30 days' });
    vi.useRealTimers();
    const before = await values(id);
    const { act } = await changeInBulk(ana, [id], CHANGE);
    expect(await values(id)).not.toEqual(before);
    closeDatabase();
    openDatabase(databasePath(env.DATABASE_URL));
    const undone = await undoOwnAct(ana, act!);
    expect(undone).toEqual({ ...NONE, undone: 1 });
    expect(await values(id)).toEqual(before);
    expect((await historyOf(id))[0]).toEqual([
      'changed',
      { fundingRound: ['B', 'Seed'], nextMeetingDate: ['ASAP', '30 days'] },
    ]);
    expect((await thrownBy(undoOwnAct(ana, act!))).status, 'once').toBe(404);
  });

  test('leaves and counts what somebody has changed, deleted or taken since (rule 21.25)', async () => {
    const { ana, ben, maren } = people;
    const [kept, changed, deleted, taken] = [
      await addPipeline(ana),
      await addPipeline(ana),
      await addPipeline(ana),
      await addPipeline(ana),
    ];
    const { act } = await changeInBulk(ana, [kept, changed, deleted, taken], CHANGE);
    await updatePipeline(maren, changed, { comments: 'Called them' });
    await deletePipeline(maren, deleted);
    await handOverPipelines(maren, [taken], ben.email);
    expect(await undoOwnAct(ana, act!)).toEqual({ ...NONE, undone: 1, changedSince: 1, gone: 2 });
    expect([
      (await storedPipeline(kept))!.fundingRound,
      (await storedPipeline(changed))!.fundingRound,
      (await storedPipeline(taken))!.fundingRound,
    ]).toEqual([null, 'B', 'B']);
  });

  test('of an act before another one that was undone reverts it, too (rule 21.25)', async () => {
    const { ana } = people;
    const id = await addPipeline(ana, { fundingRound: 'Seed' });
    const first = await changeInBulk(ana, [id], CHANGE);
    const second = await changeInBulk(ana, [id], { ...CHANGE, fundingRound: 'C' });
    await undoOwnAct(ana, second.act!);
    expect(await undoOwnAct(ana, first.act!)).toEqual({ ...NONE, undone: 1 });
    expect((await storedPipeline(id))!.fundingRound).toBe('Seed');
    for (const act of [first.act!, undoOf(first.act!)])
      expect((await thrownBy(undoOwnAct(ana, act))).status).toBe(404);
  });

  test('and what the same form sends then is another act (rule 21.25)', async () => {
    const { ana } = people;
    const id = await addPipeline(ana);
    const { act } = await changeInBulk(ana, [id], CHANGE, 'form');
    await undoOwnAct(ana, act!);
    const again = await changeInBulk(ana, [id], CHANGE, 'form');
    expect([again.changed, (await storedPipeline(id))!.fundingRound]).toEqual([1, 'B']);
    expect(await undoOwnAct(ana, again.act!)).toEqual({ ...NONE, undone: 1 });
  });

  test('is for whoever did it, for 10 minutes (rule 21.24)', async () => {
    const { ana, maren } = people;
    const { act } = await changeInBulk(ana, [await addPipeline(ana)], CHANGE);
    expect((await thrownBy(undoOwnAct(maren, act!))).status).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
    expect((await thrownBy(undoOwnAct(ana, act!))).status).toBe(409);
  });

  test('of a hand-over gives each owner theirs back, and no news of it (rule 21.26)', async () => {
    const { ana, ben, tomas, maren } = people;
    const hers = await addPipeline(ana);
    const his = await addPipeline(ben);
    const lost = await addPipeline(people.quentin);
    const already = await addPipeline(maren);
    const result = await handOverPipelines(tomas, [hers, his, lost, already], maren.email);
    expect(result).toMatchObject({ handedOver: 3, already: 1 });
    expect(await undoOwnAct(tomas, result.act!)).toMatchObject({ undone: 2, changedSince: 1 });
    const owners = await Promise.all([hers, his, lost].map(storedPipeline));
    expect(owners.map((deal) => deal!.userId)).toEqual([ana.id, ben.id, maren.id]);
    expect(await listHandOvers(ana)).toEqual([]);
    expect(await db.$count(handOvers, eq(handOvers.toId, maren.id))).toBe(1);
  });
});
