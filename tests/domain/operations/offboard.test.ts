import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { historyEvents, savedViews, tasks } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { getDeal } from '~/domain/deal/get.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { getLeaver, offboardUser } from '~/domain/operations/offboard.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { createSavedView } from '~/domain/saved-view/create.server';
import { createShare } from '~/domain/share/create.server';
import { ShareInput } from '~/domain/share/schema';
import { addTask } from '~/domain/task/edit.server';
import { createManager } from '~/domain/user/create.server';
import { getUser } from '~/domain/user/get.server';
import { getStatus } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';

const people = createCastForEach();

async function sharedDeal(): Promise<number> {
  const id = await addDeal(people.ana);
  await setCollaborators(people.ana, id, [people.ben.id, people.chiara.id]);
  return id;
}

/** Disables and enables Ben, who then has lost the deals of others. */
async function leaveAndReturn(): Promise<void> {
  for (const disabled of [true, false])
    await setUserDisabled(people.maren, people.ben.id, disabled);
}

async function expectOnlyChiara(id: number): Promise<void> {
  const members = await listCollaborators(people.ana, id);
  expect(members.map((member) => member.id)).toEqual([people.chiara.id]);
  expect(await getStatus(getDeal(people.ben, id))).toBe(404);
}

describe('collaborators who left (rule 10.22)', () => {
  test('a restored deal leaves out a collaborator who left', async () => {
    const id = await sharedDeal();
    const { entries } = await deleteDeal(people.ana, id);
    await leaveAndReturn();
    await restoreDeletedDeals(people.ana, entries);
    await expectOnlyChiara(id);
  });

  test('undoing a deletion leaves out a collaborator who left', async () => {
    const id = await sharedDeal();
    const { operationId } = await deleteDeal(people.ana, id);
    await leaveAndReturn();
    await undoOwnOperation(people.ana, operationId);
    await expectOnlyChiara(id);
  });

  test('a split leaves out a collaborator who left', async () => {
    const id = await sharedDeal();
    const winner = await addDeal(people.ana);
    const merge = await mergeDeals(people.ana, winner, { otherId: id });
    await leaveAndReturn();
    await splitMerge(people.ana, winner, merge.id);
    await expectOnlyChiara(id);
  });

  test('a restored deal has its remaining collaborators', async () => {
    const id = await sharedDeal();
    const { entries } = await deleteDeal(people.ana, id);
    await restoreDeletedDeals(people.ana, entries);
    expect(await listCollaborators(people.ana, id)).toHaveLength(2);
  });
});

async function createWorkOfBen() {
  const { ana, ben } = people;
  const own = await addDeal(ben);
  const shared = await sharedDeal();
  const task = async (deal: number, title: string, done = false) =>
    addTask(ben, deal, { title, done });
  const tasks = {
    own: await task(own, 'Call'),
    done: await task(own, 'Read', true),
    shared: await task(shared, 'Write'),
  };
  await createShare(ben, own, ShareInput.parse({}));
  await createShare(ana, shared, ShareInput.parse({}));
  return { own, shared, tasks };
}

const listAssignees = async () =>
  Object.fromEntries((await db.select().from(tasks)).map(({ id, person }) => [id, person]));

describe('offboarding (rule 9.28)', () => {
  test('the counts cover what a leaver leaves behind', async () => {
    await createWorkOfBen();
    const { work } = await getLeaver(people.maren, people.ben.id);
    expect(work).toEqual({
      deals: 1,
      openTasks: 2,
      openScorecards: 0,
      shares: 1,
      sharedViews: 0,
      collaborations: 1,
    });
  });

  test('the new owner gets deals, and tasks of deals they see', async () => {
    const { own, tasks } = await createWorkOfBen();
    const { ana, ben, daichi, maren } = people;
    await offboardUser(maren, ben.id, { outcome: 'disable', newOwner: daichi.email });
    expect(await getStoredDeal(own)).toMatchObject({ userId: daichi.id });
    expect(await listAssignees()).toEqual({
      [tasks.own]: daichi.email,
      [tasks.done]: ben.email,
      [tasks.shared]: ana.email,
    });
  });

  test('a disabled leaver keeps deals that nobody takes over', async () => {
    const { own, shared, tasks } = await createWorkOfBen();
    const { ben, maren } = people;
    await offboardUser(maren, ben.id, { outcome: 'disable' });
    expect(await getStoredDeal(own)).toMatchObject({ userId: ben.id });
    expect(await listAssignees()).toMatchObject({
      [tasks.own]: ben.email,
      [tasks.shared]: ben.email,
    });
    await expectOnlyChiara(shared);
    expect((await getUser(ben.id)).disabledAt).not.toBeNull();
  });

  test('a deleted leaver takes deals along that nobody takes over', async () => {
    const { own } = await createWorkOfBen();
    const { ben, maren } = people;
    await offboardUser(maren, ben.id, { outcome: 'delete' });
    expect(await getStoredDeal(own)).toBeUndefined();
    expect(await getStatus(getUser(ben.id))).toBe(404);
  });

  test('offboarding is one operation in the history', async () => {
    await createWorkOfBen();
    const { ben, daichi, maren } = people;
    const before = await db.$count(historyEvents);
    await offboardUser(maren, ben.id, { outcome: 'disable', newOwner: daichi.email });
    const events = (await db.select().from(historyEvents).orderBy(historyEvents.id)).slice(before);
    expect(new Set(events.map(({ operationId }) => operationId)).size).toBe(1);
    const changes = events.map(({ subject, fields }) => [subject, ...Object.keys(fields)]);
    expect(changes).toEqual([
      ['pipeline', 'owner', 'shared'],
      ['task', 'userId', 'person', 'task', 'rowId'],
      ['task', 'userId', 'person', 'task', 'rowId'],
      ['pipeline', 'members'],
      ['account', 'disabled'],
    ]);
  });

  test('shared views go to the new owner only if they may share', async () => {
    const { maren, tomas } = people;
    const leaver = await createManager(maren, {
      email: 'leaver@demo.example',
      password: 'a-password-of-2026',
    });
    const state = { list: '/dashboard', search: 'round=A', density: null, columns: null } as const;
    await createSavedView(leaver, { ...state, name: 'Series A', isShared: true });
    await createSavedView(leaver, { ...state, name: 'Mine', isShared: false });
    const offboard = { outcome: 'disable', newOwner: tomas.email } as const;
    await offboardUser(maren, leaver.id, offboard);
    expect(await listViewOwners()).toEqual({ 'Series A': tomas.id, Mine: leaver.id });
    await offboardUser(maren, tomas.id, { outcome: 'delete', newOwner: people.ben.email });
    expect(await listViewOwners()).toMatchObject({ 'Series A': maren.id });
  });

  test('nobody offboards an admin, a peer or to the leaver', async () => {
    const { ana, ben, maren, tomas } = people;
    const offboard = (as: Viewer, id: string, newOwner?: string) =>
      getStatus(offboardUser(as, id, { outcome: 'disable', newOwner }));
    expect(await offboard(maren, maren.id)).toBe(403);
    expect(await offboard(tomas, tomas.id)).toBe(403);
    expect(await offboard(ana, ben.id)).toBe(403);
    expect(await offboard(tomas, ben.id, ben.email)).toBe(400);
  });
});

const listViewOwners = async () =>
  Object.fromEntries(
    (await db.select().from(savedViews)).map(({ name, userId }) => [name, userId]),
  );
