import { expect, test } from 'vitest';
import { listMembers, setMembers } from '~/models/member/members.server';
import { mergeDeals } from '~/models/merge/merge.server';
import { splitMerge } from '~/models/merge/split.server';
import { deletePipeline } from '~/models/trash/delete.server';
import { restoreDeleted } from '~/models/trash/restore.server';
import { undoOwnAct } from '~/models/undo/undo.server';
import { setDisabled } from '~/models/user/administer.server';
import { castForEach } from '../../support/cast';
import { addPipeline, statusOf } from '../../support/pipelines';
import { getPipeline } from '~/models/pipeline/write.server';

/** A deal that comes back gives access to nobody who lost it in the meantime (rule 10.22). */
const people = castForEach();

async function sharedDeal(): Promise<number> {
  const id = await addPipeline(people.ana);
  await setMembers(people.ana, id, [people.ben.id, people.chiara.id]);
  return id;
}

/** Disables and enables Ben again, who has then lost the deals of others. */
async function leaveAndReturn(): Promise<void> {
  for (const disabled of [true, false]) await setDisabled(people.maren, people.ben.id, disabled);
}

async function expectOnlyChiara(id: number): Promise<void> {
  const members = await listMembers(people.ana, id);
  expect(members.map((member) => member.id)).toEqual([people.chiara.id]);
  expect(await statusOf(getPipeline(people.ben, id))).toBe(404);
}

test('a restored deal leaves out a collaborator who left (rule 10.22)', async () => {
  const id = await sharedDeal();
  const { entries } = await deletePipeline(people.ana, id);
  await leaveAndReturn();
  await restoreDeleted(people.ana, entries);
  await expectOnlyChiara(id);
});

test('the undo of a deletion leaves out a collaborator who left (rule 10.22)', async () => {
  const id = await sharedDeal();
  const { actId } = await deletePipeline(people.ana, id);
  await leaveAndReturn();
  await undoOwnAct(people.ana, actId);
  await expectOnlyChiara(id);
});

test('a deal that is split off leaves out a collaborator who left (rule 10.22)', async () => {
  const id = await sharedDeal();
  const winner = await addPipeline(people.ana);
  const merge = await mergeDeals(people.ana, winner, { otherId: id });
  await leaveAndReturn();
  await splitMerge(people.ana, winner, merge.id);
  await expectOnlyChiara(id);
});

test('a restored deal keeps collaborators who stayed (rule 10.22)', async () => {
  const id = await sharedDeal();
  const { entries } = await deletePipeline(people.ana, id);
  await restoreDeleted(people.ana, entries);
  expect(await listMembers(people.ana, id)).toHaveLength(2);
});
