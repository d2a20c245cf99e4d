import { describe, expect, test } from 'vitest';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { getDeal } from '~/domain/deal/get.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { getStatus } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal } from '../../support/deals';

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
