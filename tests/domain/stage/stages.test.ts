import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { historyEvents, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import { listDecisions } from '~/domain/decision/list.server';
import { closeDeal, moveDeal } from '~/domain/decision/move-deal.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import {
  addOption,
  moveOption,
  setChoiceRequired,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { listStageDurations } from '~/domain/stage/history';
import { listStages } from '~/domain/stage/stages.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { formatStageHistory } from '~/format/stage-history';
import { getStatusAndField } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import { resetOptionLists } from '../../support/option-lists';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell', evaluationScore: 6.5 });
});
afterEach(async () => {
  vi.useRealTimers();
  await resetOptionLists();
});

const getStageName = async (deal = id) => (await getDeal(people.maren, deal)).stage;
const listStageNames = async () => (await listStages()).listed.map(({ name }) => name).join();
const stages = findOptionListDefinition('stages')!;
const reasons = findOptionListDefinition('reasons')!;
const getLatestDecision = async () =>
  (await listDealHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!.fields;
const listDecided = async (deal = id) =>
  (await listDecisions(people.maren, deal)).map(({ stage, reason }) => `${stage} ${reason}`);
const describeStageHistory = async (timeZone = 'UTC') => {
  const { way, stage, stageSince } = await getDeal(people.maren, id);
  const known = await listStages();
  const getName = (id: number) => known.getById(id).name;
  return formatStageHistory(
    listStageDurations(way, { stage, since: stageSince }, getName, timeZone),
  );
};

describe('stage moves (rules 23.2 and 23.6)', () => {
  test('a move records the stage history and its durations', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T23:00:00Z') });
    id = await addDeal(people.ana, { companyName: 'Slow' });
    vi.setSystemTime(new Date('2026-11-18T01:00:00Z'));
    await updateDeal(people.ana, id, { stage: 'Screening' });
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'));
    expect(await describeStageHistory()).toBe('Screening for 5 days (New before)');
    expect(await getLatestDecision()).toEqual({ stage: ['New', 'Screening'] });
    expect(await getStoredDeal(id)).toMatchObject({
      version: 2,
      stageSince: new Date('2026-11-18T01:00:00Z'),
      updatedAt: new Date('2026-11-18T01:00:00Z'),
    });
  });

  test('a stage counts the days of the reader', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T02:00:00Z') });
    await updateDeal(people.ana, id, { stage: 'Screening' });
    vi.setSystemTime(new Date('2026-11-26T20:00:00Z'));
    expect(await describeStageHistory()).toBe('Screening today (New before)');
    expect(await describeStageHistory('America/Los_Angeles')).toBe(
      'Screening for 1 day (New before)',
    );
  });

  test('a move to the same stage changes nothing', async () => {
    const before = await getStoredDeal(id);
    const entries = await db.$count(historyEvents);
    await updateDeal(people.ana, id, { stage: 'New' });
    expect(await moveDeal(people.ana, id, { stage: 'New' })).not.toHaveProperty('operationId');
    expect([await getStoredDeal(id), await db.$count(historyEvents)]).toEqual([before, entries]);
  });

  test('a move to an unknown stage or by a stranger is refused', async () => {
    for (const stage of ['new', 'open', 'Nowhere']) {
      expect(await getStatusAndField(updateDeal(people.ana, id, { stage }))).toEqual([
        400,
        'stage',
      ]);
      expect(await getStatusAndField(addDeal(people.ana, { stage }))).toEqual([400, 'stage']);
    }
    expect(await getStatusAndField(moveDeal(people.ben, id, { stage: 'Met' }))).toEqual([
      404,
      undefined,
    ]);
  });

  test('undoing a move restores the stage position', async () => {
    const before = await getStoredDeal(id);
    await moveDeal(people.ana, id, { stage: 'Screening' });
    const second = await moveDeal(people.ana, id, { stage: 'Met' });
    await undoOwnOperation(people.ana, second.operationId!);
    expect(await getStageName()).toBe('Screening');
    expect((await getStoredDeal(id))!.way).toEqual([[1, before!.stageSince.getTime()]]);
  });
});

describe('closing decisions (rules 23.4, 23.5 and 23.6)', () => {
  const CLOSING = {
    stage: 'Passed',
    reason: 'Market',
    text: 'Too small.',
    lookAgainOn: '2027-03-01',
  };

  test('a decision stores reason, author, score and evaluation', async () => {
    await saveEvaluation(people.ana, id, { marketSize: 3 });
    await closeDeal(people.maren, id, CLOSING);
    await updateDeal(people.ana, id, { evaluationScore: 9 });
    const [found] = await listDecisions(people.ana, id);
    expect(found).toMatchObject({
      decision: { kind: 'lost', text: 'Too small.', lookAgainOn: '2027-03-01', score: 6.5 },
      stage: 'Passed',
      reason: 'Market',
      user: { email: people.maren.email },
    });
    expect(found!.decision.evaluationChange).toBeGreaterThan(0);
    expect((await getStoredDeal(id))!.lookAgainOn).toBe('2027-03-01');
  });

  test('reopening a deal preserves decisions but ends its reminder', async () => {
    await closeDeal(people.ana, id, CLOSING);
    await updateDeal(people.ana, id, { stage: 'Screening' });
    expect((await getStoredDeal(id))!.lookAgainOn).toBeNull();
    await updateDeal(people.ana, id, { stage: 'On hold' });
    expect(await listDecided()).toEqual(['On hold null', 'Passed Market']);
  });

  test('closing again in the same stage adds a decision', async () => {
    await updateDeal(people.ana, id, { stage: 'Passed' });
    const { stageSince } = (await getStoredDeal(id))!;
    await closeDeal(people.ana, id, CLOSING);
    expect(await listDecided()).toEqual(['Passed Market', 'Passed null']);
    expect((await getStoredDeal(id))!.stageSince).toEqual(stageSince);
  });

  test('undoing a closing removes decision and reminder', async () => {
    const { operationId } = await moveDeal(people.ana, id, CLOSING);
    expect(await listDecided()).toHaveLength(1);
    expect(await undoOwnOperation(people.ana, operationId!)).toMatchObject({
      undone: 1,
      changedSince: [],
    });
    expect([await listDecided(), await getStageName()]).toEqual([[], 'New']);
    expect((await getStoredDeal(id))!.lookAgainOn).toBeNull();
  });

  test('a closing needs a reason where the fund requires it', async () => {
    await setChoiceRequired(people.maren, 'reasons', true);
    for (const work of [
      () => closeDeal(people.ana, id, { ...CLOSING, reason: null }),
      () => updateDeal(people.ana, id, { stage: 'Passed' }),
      () => addDeal(people.ana, { companyName: 'Other', stage: 'Invested' }),
    ])
      expect(await getStatusAndField(work())).toEqual([400, 'reason']);
    expect(await getStageName()).toBe('New');
    await closeDeal(people.ana, id, CLOSING);
    expect(await getStageName()).toBe('Passed');
  });

  test('a closing accepts no open stage and no unknown reason', async () => {
    expect(await getStatusAndField(closeDeal(people.ana, id, { stage: 'Met' }))).toEqual([
      400,
      'stage',
    ]);
    const unknown = { ...CLOSING, reason: 'Moon' };
    expect(await getStatusAndField(closeDeal(people.ana, id, unknown))).toEqual([400, 'reason']);
  });
});

describe('stages in the trash (rule 23.12)', () => {
  test('a deal is restored to its stage with its decisions', async () => {
    await closeDeal(people.ana, id, { stage: 'Passed', reason: 'Team' });
    const before = await getStoredDeal(id);
    const { entries } = await deleteDeal(people.ana, id);
    await restoreDeletedDeals(people.ana, entries);
    expect(await listDecided()).toEqual(['Passed Team']);
    expect(await getStoredDeal(id)).toMatchObject({
      stageId: before!.stageId,
      stageSince: before!.stageSince,
      way: before!.way,
    });
  });

  test('a deal deleted before stages existed is restored as new', async () => {
    const { entries } = await deleteDeal(people.ana, id);
    const rows = sql`json_remove(${trash.rows}, '$.pipelines[0].stageId', '$.pipelines[0].stageSince',
    '$.pipelines[0].way', '$.pipelines[0].lookAgainOn')`;
    await transaction(async (tx) =>
      tx.update(trash).set({ rows }).where(eq(trash.id, entries[0]!)),
    );
    await restoreDeletedDeals(people.ana, entries);
    const { stageSince, createdAt } = (await getStoredDeal(id))!;
    expect([await getStageName(), stageSince]).toEqual(['New', createdAt]);
  });
});

describe('stage list (rules 23.4, 23.8 and 23.9)', () => {
  const form = { name: 'Sourced', days: null, kind: 'open' } as const;

  test('only admins edit the stages', async () => {
    const edits: ((viewer: Viewer) => Promise<unknown>)[] = [
      (viewer) => addOption(viewer, stages, form),
      (viewer) => updateOption(viewer, 3, { name: 'Seen', days: 3 }),
      (viewer) => moveOption(viewer, 3, 1),
      (viewer) => retireOption(viewer, 3, undefined),
      (viewer) => setChoiceRequired(viewer, 'reasons', true),
    ];
    for (const viewer of [people.ana, people.tomas])
      for (const edit of edits) expect((await getStatusAndField(edit(viewer)))[0]).toBe(403);
    for (const edit of edits) await edit(people.maren);
    expect(await listStageNames()).toBe(
      'New,Screening,Partner meeting,Due diligence,Term sheet,Invested,Passed,On hold,Sourced',
    );
  });

  test('a stage name is unique and no kind, with 20 stages at most', async () => {
    for (const name of ['met', 'WON', 'parked']) {
      const added = addOption(people.maren, stages, { ...form, name });
      expect(await getStatusAndField(added)).toEqual([400, 'name']);
    }
    const renamed = updateOption(people.maren, 3, { name: 'new', days: null });
    expect(await getStatusAndField(renamed)).toEqual([400, 'name']);
    await addOption(people.maren, reasons, { ...form, name: 'Met' });
    for (let n = 10; n <= 20; n++)
      await addOption(people.maren, stages, { ...form, name: `Stage ${n}` });
    expect((await getStatusAndField(addOption(people.maren, stages, form)))[0]).toBe(409);
  });

  test('renaming and reordering stages takes effect on deals at once', async () => {
    await updateDeal(people.ana, id, { stage: 'Met' });
    await updateOption(people.maren, 3, { name: 'First call', days: 10 });
    const [change] = await db.select().from(historyEvents).orderBy(desc(historyEvents.id)).limit(1);
    expect(change).toMatchObject({
      subject: 'list',
      subjectName: 'Stages: Met',
      kind: 'changed',
      actorId: people.maren.id,
      fields: { name: ['Met', 'First call'], days: [null, 10] },
    });
    await moveOption(people.maren, 3, -1);
    await moveOption(people.maren, 1, -1);
    expect(await getStageName()).toBe('First call');
    expect(await listStageNames()).toMatch(/^New,First call,Screening,/);
  });

  test('retiring an open stage into a closed one ends meetings', async () => {
    await updateDeal(people.ana, id, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' });
    await retireOption(people.maren, 1, 9);
    expect(await getStoredDeal(id)).toMatchObject({
      nextMeetingDate: null,
      nextMeetingOn: null,
      nextMeetingSetAt: null,
      meetingDueAt: null,
    });
    expect(await getLatestDecision()).toMatchObject({ nextMeetingDate: ['ASAP', null] });
  });

  test('retiring a stage moves its deals to a replacement', async () => {
    await updateDeal(people.ana, id, { stage: 'Met' });
    const deleted = await addDeal(people.ana, { companyName: 'Gone', stage: 'Met' });
    const { entries } = await deleteDeal(people.ana, deleted);
    for (const replacement of [undefined, 3, 10, 99]) {
      const retired = retireOption(people.maren, 3, replacement);
      expect(await getStatusAndField(retired)).toEqual([400, 'replacement']);
    }
    expect(await retireOption(people.maren, 3, 5)).toEqual({ name: 'Met', moved: 1 });
    expect(await getStageName()).toBe('Due diligence');
    expect(await getLatestDecision()).toEqual({ stage: ['Met', 'Due diligence'] });
    expect(await describeStageHistory()).toBe('Due diligence today (Met before)');
    expect(await getStatusAndField(updateDeal(people.ana, id, { stage: 'Met' }))).toEqual([
      400,
      'stage',
    ]);
    await restoreDeletedDeals(people.ana, entries);
    expect(await getStageName(deleted)).toBe('Due diligence');
  });

  test('replacing a stage closes no deal, and one stage stays open', async () => {
    await setChoiceRequired(people.maren, 'reasons', true);
    await retireOption(people.maren, 1, 9);
    expect([await getStageName(), await listDecided()]).toEqual(['On hold', []]);
    const other = await addDeal(people.ana, { companyName: 'Other' });
    expect(await getStageName(other)).toBe('Screening');
    for (const open of [2, 3, 4, 5]) await retireOption(people.maren, open, 6);
    expect((await getStatusAndField(retireOption(people.maren, 6, 7)))[0]).toBe(409);
  });

  test('undoing a move leads to the replacement of a retired stage', async () => {
    await updateDeal(people.ana, id, { stage: 'Screening' });
    const { operationId } = await moveDeal(people.ana, id, { stage: 'Met' });
    await retireOption(people.maren, 2, 4);
    await undoOwnOperation(people.ana, operationId!);
    expect(await getStageName()).toBe('Partner meeting');
  });

  test('undoing a move from a stage that is gone leaves the deal', async () => {
    await updateDeal(people.ana, id, { stage: 'Screening' });
    const { operationId } = await moveDeal(people.ana, id, { stage: 'Met' });
    await retireOption(people.maren, 2, undefined);
    const { undone, changedSince } = await undoOwnOperation(people.ana, operationId!);
    expect(await getStageName()).toBe('Met');
    expect([undone, changedSince.map(({ why }) => why)]).toEqual([
      0,
      ['Stage: could not be reverted.'],
    ]);
  });
});
