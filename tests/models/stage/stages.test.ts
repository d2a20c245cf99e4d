import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { changes, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { decide, movePipeline } from '~/models/decision/decide.server';
import { listDecisions } from '~/models/decision/list.server';
import { saveEvaluation } from '~/models/evaluation/write.server';
import {
  addEntry,
  moveEntry,
  retireEntry,
  saveEntry,
  setRequired,
} from '~/models/fund/administer.server';
import { fundList } from '~/models/lists/lists';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { listStages } from '~/models/lists/list.server';
import { stays, wayText } from '~/models/stage/place';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { deletePipeline } from '~/models/trash/delete.server';
import { restoreDeleted } from '~/models/trash/restore.server';
import { undoOwnAct } from '~/models/undo/undo.server';
import { castForEach } from '../../support/cast';
import { resetLists } from '../../support/lists';
import { addPipeline, refused, storedPipeline } from '../../support/pipelines';

/** Where deals stand, and why they are closed. */

const people = castForEach();
let id: number;
beforeEach(async () => {
  id = await addPipeline(people.ana, { companyName: 'Gantrywell', evaluationScore: 6.5 });
});
afterEach(async () => {
  vi.useRealTimers();
  await resetLists();
});

const stage = async (deal = id) => (await getPipeline(people.maren, deal)).stage;
const names = async () => (await listStages()).listed.map(({ name }) => name).join();
const stages = fundList('stages')!;
const reasons = fundList('reasons')!;
const latest = async () =>
  (await listPipelineHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!.fields;
const decided = async (deal = id) =>
  (await listDecisions(people.maren, deal)).map(({ stage, reason }) => `${stage} ${reason}`);
const way = async () => {
  const { way, stage, stageSince } = await getPipeline(people.maren, id);
  const known = await listStages();
  return wayText(stays(way, { stage, since: stageSince }, (of) => known.of(of).name));
};

describe('a move', () => {
  test('is a change of the deal, with the stages before and for how long (rule 23.2)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T23:00:00Z') });
    id = await addPipeline(people.ana, { companyName: 'Slow' });
    vi.setSystemTime(new Date('2026-11-18T01:00:00Z'));
    await updatePipeline(people.ana, id, { stage: 'Screening' });
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'));
    expect(await way()).toBe('New 17 days, Screening 5 days');
    expect(await latest()).toEqual({ stage: ['New', 'Screening'] });
    expect(await storedPipeline(id)).toMatchObject({
      version: 2,
      stageSince: new Date('2026-11-18T01:00:00Z'),
      updatedAt: new Date('2026-11-18T01:00:00Z'),
    });
  });

  test('to the stage where it is changes nothing (rule 23.2)', async () => {
    const before = await storedPipeline(id);
    const entries = await db.$count(changes);
    await updatePipeline(people.ana, id, { stage: 'New' });
    expect(await movePipeline(people.ana, id, { stage: 'New' })).not.toHaveProperty('actId');
    expect([await storedPipeline(id), await db.$count(changes)]).toEqual([before, entries]);
  });

  test('to an unknown stage is refused, and so is one by who does not see the deal (rule 23.2)', async () => {
    for (const stage of ['new', 'open', 'Nowhere']) {
      expect(await refused(updatePipeline(people.ana, id, { stage }))).toEqual([400, 'stage']);
      expect(await refused(addPipeline(people.ana, { stage }))).toEqual([400, 'stage']);
    }
    expect(await refused(movePipeline(people.ben, id, { stage: 'Met' }))).toEqual([404, undefined]);
  });

  test('is undone: the deal is where it was, since when it was there (rule 23.6)', async () => {
    const before = await storedPipeline(id);
    await movePipeline(people.ana, id, { stage: 'Screening' });
    const second = await movePipeline(people.ana, id, { stage: 'Met' });
    await undoOwnAct(people.ana, second.actId!);
    expect(await stage()).toBe('Screening');
    expect((await storedPipeline(id))!.way).toEqual([[1, before!.stageSince.getTime()]]);
  });
});

describe('a closing', () => {
  const CLOSING = {
    ...{ stage: 'Passed', reason: 'Market' },
    ...{ text: 'Too small.', lookAgainOn: '2027-03-01' },
  };

  test('is kept with why, by whom, and the score and evaluation at that time (rule 23.4)', async () => {
    await saveEvaluation(people.ana, id, { marketSize: 3 });
    await decide(people.maren, id, CLOSING);
    await updatePipeline(people.ana, id, { evaluationScore: 9 });
    const [found] = await listDecisions(people.ana, id);
    expect(found).toMatchObject({
      decision: { kind: 'lost', text: 'Too small.', lookAgainOn: '2027-03-01', score: 6.5 },
      stage: 'Passed',
      reason: 'Market',
      user: { email: people.maren.email },
    });
    expect(found!.decision.evaluationChange).toBeGreaterThan(0);
    expect((await storedPipeline(id))!.lookAgainOn).toBe('2027-03-01');
  });

  test('stays when the deal is open again, which ends looking again (rule 23.6)', async () => {
    await decide(people.ana, id, CLOSING);
    await updatePipeline(people.ana, id, { stage: 'Screening' });
    expect((await storedPipeline(id))!.lookAgainOn).toBeNull();
    await updatePipeline(people.ana, id, { stage: 'On hold' });
    expect(await decided()).toEqual(['On hold null', 'Passed Market']);
  });

  test('once more in the same stage is another decision, not another stay (rule 23.4)', async () => {
    await updatePipeline(people.ana, id, { stage: 'Passed' });
    const { stageSince } = (await storedPipeline(id))!;
    await decide(people.ana, id, CLOSING);
    expect(await decided()).toEqual(['Passed Market', 'Passed null']);
    expect((await storedPipeline(id))!.stageSince).toEqual(stageSince);
  });

  test('that is undone is none, and the deal is to be looked at no more (rule 23.6)', async () => {
    const { actId } = await movePipeline(people.ana, id, CLOSING);
    expect(await decided()).toHaveLength(1);
    expect(await undoOwnAct(people.ana, actId!)).toMatchObject({ undone: 1, changedSince: 0 });
    expect([await decided(), await stage()]).toEqual([[], 'New']);
    expect((await storedPipeline(id))!.lookAgainOn).toBeNull();
  });

  test('needs a reason where the fund says so, however the deal is closed (rule 23.5)', async () => {
    await setRequired(people.maren, 'reasons', true);
    for (const work of [
      () => decide(people.ana, id, { ...CLOSING, reason: null }),
      () => updatePipeline(people.ana, id, { stage: 'Passed' }),
      () => addPipeline(people.ana, { companyName: 'Other', stage: 'Invested' }),
    ])
      expect(await refused(work())).toEqual([400, 'reason']);
    expect(await stage()).toBe('New');
    await decide(people.ana, id, CLOSING);
    expect(await stage()).toBe('Passed');
  });

  test('takes no open stage, no unknown reason (rule 23.4)', async () => {
    expect(await refused(decide(people.ana, id, { stage: 'Met' }))).toEqual([400, 'stage']);
    const unknown = { ...CLOSING, reason: 'Moon' };
    expect(await refused(decide(people.ana, id, unknown))).toEqual([400, 'reason']);
  });
});

test('a deal comes back from the trash where it was, with its decisions (rule 23.12)', async () => {
  await decide(people.ana, id, { stage: 'Passed', reason: 'Team' });
  const before = await storedPipeline(id);
  const { entries } = await deletePipeline(people.ana, id);
  await restoreDeleted(people.ana, entries);
  expect(await decided()).toEqual(['Passed Team']);
  expect(await storedPipeline(id)).toMatchObject({
    ...{ stageId: before!.stageId, stageSince: before!.stageSince, way: before!.way },
  });
});

test('a deal that was deleted before there were stages comes back as new (rule 23.12)', async () => {
  const { entries } = await deletePipeline(people.ana, id);
  const rows = sql`json_remove(${trash.rows}, '$.pipelines[0].stageId', '$.pipelines[0].stageSince',
    '$.pipelines[0].way', '$.pipelines[0].lookAgainOn')`;
  await transaction(async (tx) => tx.update(trash).set({ rows }).where(eq(trash.id, entries[0]!)));
  await restoreDeleted(people.ana, entries);
  const { stageSince, createdAt } = (await storedPipeline(id))!;
  expect([await stage(), stageSince]).toEqual(['New', createdAt]);
});

describe('the list of stages', () => {
  const form = { name: 'Sourced', days: null, kind: 'open' } as const;

  test('is edited by admins alone (rule 23.8)', async () => {
    const edits: ((viewer: Viewer) => Promise<unknown>)[] = [
      (viewer) => addEntry(viewer, stages, form),
      (viewer) => saveEntry(viewer, 3, { name: 'Seen', days: 3 }),
      (viewer) => moveEntry(viewer, 3, 1),
      (viewer) => retireEntry(viewer, 3, undefined),
      (viewer) => setRequired(viewer, 'reasons', true),
    ];
    for (const viewer of [people.ana, people.tomas])
      for (const edit of edits) expect((await refused(edit(viewer)))[0]).toBe(403);
    for (const edit of edits) await edit(people.maren);
    expect(await names()).toBe(
      'New,Screening,Partner meeting,Due diligence,Term sheet,Invested,Passed,On hold,Sourced',
    );
  });

  test('has no name twice whatever the case, no kind, and at most 20 (rule 23.8)', async () => {
    for (const name of ['met', 'WON', 'parked']) {
      const added = addEntry(people.maren, stages, { ...form, name });
      expect(await refused(added)).toEqual([400, 'name']);
    }
    const renamed = saveEntry(people.maren, 3, { name: 'new', days: null });
    expect(await refused(renamed)).toEqual([400, 'name']);
    await addEntry(people.maren, reasons, { ...form, name: 'Met' });
    for (let n = 10; n <= 20; n++)
      await addEntry(people.maren, stages, { ...form, name: `Stage ${n}` });
    expect((await refused(addEntry(people.maren, stages, form)))[0]).toBe(409);
  });

  test('in another order and by another name is what deals have at once, and in the history (rule 23.8)', async () => {
    await updatePipeline(people.ana, id, { stage: 'Met' });
    await saveEntry(people.maren, 3, { name: 'First call', days: 10 });
    const [change] = await db.select().from(changes).orderBy(desc(changes.id)).limit(1);
    expect(change).toMatchObject({
      ...{ subject: 'list', subjectName: 'Stages: Met', act: 'changed' },
      ...{ actorId: people.maren.id, fields: { name: ['Met', 'First call'], days: [null, 10] } },
    });
    await moveEntry(people.maren, 3, -1);
    await moveEntry(people.maren, 1, -1);
    expect(await stage()).toBe('First call');
    expect(await names()).toMatch(/^New,First call,Screening,/);
  });

  test('a stage with deals is replaced by another in one act (rule 23.9)', async () => {
    await updatePipeline(people.ana, id, { stage: 'Met' });
    const deleted = await addPipeline(people.ana, { companyName: 'Gone', stage: 'Met' });
    const { entries } = await deletePipeline(people.ana, deleted);
    for (const replacement of [undefined, 3, 10, 99]) {
      const retired = retireEntry(people.maren, 3, replacement);
      expect(await refused(retired)).toEqual([400, 'replacement']);
    }
    expect(await retireEntry(people.maren, 3, 5)).toEqual({ name: 'Met', moved: 1 });
    expect(await stage()).toBe('Due diligence');
    expect(await latest()).toEqual({ stage: ['Met', 'Due diligence'] });
    expect(await way()).toBe('New 0 days, Met 0 days, Due diligence 0 days');
    expect(await refused(updatePipeline(people.ana, id, { stage: 'Met' }))).toEqual([400, 'stage']);
    await restoreDeleted(people.ana, entries);
    expect(await stage(deleted)).toBe('Due diligence');
  });

  test('a replaced stage is no closing, whatever the reasons; new deals get the first one, and one stays open (rule 23.9)', async () => {
    await setRequired(people.maren, 'reasons', true);
    await retireEntry(people.maren, 1, 9);
    expect([await stage(), await decided()]).toEqual(['On hold', []]);
    const other = await addPipeline(people.ana, { companyName: 'Other' });
    expect(await stage(other)).toBe('Screening');
    for (const open of [2, 3, 4, 5]) await retireEntry(people.maren, open, 6);
    expect((await refused(retireEntry(people.maren, 6, 7)))[0]).toBe(409);
  });

  test('an undone move leads to what has replaced the stage (rule 23.9)', async () => {
    await updatePipeline(people.ana, id, { stage: 'Screening' });
    const { actId } = await movePipeline(people.ana, id, { stage: 'Met' });
    await retireEntry(people.maren, 2, 4);
    await undoOwnAct(people.ana, actId!);
    expect(await stage()).toBe('Partner meeting');
  });
});
