import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { members, type Pipeline, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { invalid } from '~/refusal';
import { type Viewer } from '~/models/access';
import { pipelineEntry, writeHistory } from '~/models/history/write.server';
import { checkVisible, lockInCharge } from '~/models/pipeline/write.server';
import { findNewOwner } from '~/models/pipeline/hand-over.server';
import { maySignIn } from '~/models/user/session.server';
import { MOST_MEMBERS } from './json';
import { addMembers, changeMembers } from './store.server';

/** Colleagues on a deal beside its owner (rule 2.15). */

const memberColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  since: members.since,
};
export type Member = Awaited<ReturnType<typeof readMembers>>[number];

/** The colleagues on a visible deal, in alphabetical order. Throws 404. */
export async function listMembers(viewer: Viewer, pipelineId: number): Promise<Member[]> {
  await checkVisible(viewer, pipelineId);
  return readMembers(pipelineId);
}

async function readMembers(pipelineId: number, from: Db = db) {
  return from
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.pipelineId, pipelineId))
    .orderBy(asc(users.sortName), asc(users.id));
}

/**
 * Makes these users the colleagues on a deal; the owner's own id is left out. Throws 404, 403 unless
 * the viewer is in charge, and 400 for `userIds` unless each is somebody who can log in.
 */
export async function setMembers(
  viewer: Viewer,
  pipelineId: number,
  userIds: string[],
): Promise<void> {
  await transaction(async (tx) => {
    const deal = await lockInCharge(tx, viewer, pipelineId, NOT_IN_CHARGE);
    const wanted = [...new Set(userIds)].filter((id) => id !== deal.userId);
    const known = await tx.$count(users, and(inArray(users.id, wanted), maySignIn));
    if (known < wanted.length)
      throw invalid([{ path: 'userIds', message: 'Please choose colleagues who can log in' }]);
    await replaceMembers(tx, viewer, deal, wanted);
  });
}

/** Adds the user with this email. Throws 404, 403, and 400 for `owner` (`findNewOwner`). */
export async function addMember(
  viewer: Viewer,
  pipelineId: number,
  email: string,
): Promise<{ name: string }> {
  return transaction(async (tx) => {
    const deal = await lockInCharge(tx, viewer, pipelineId, NOT_IN_CHARGE);
    const added = await findNewOwner(tx, email);
    const present = (await readMembers(pipelineId, tx)).map(({ id }) => id);
    if (present.length >= MOST_MEMBERS && !present.includes(added.id))
      throw invalid([
        { path: 'owner', message: `A deal can have at most ${MOST_MEMBERS} colleagues` },
      ]);
    if (added.id !== deal.userId) await replaceMembers(tx, viewer, deal, [...present, added.id]);
    return { name: added.firstName ?? added.email };
  });
}

/** Removes somebody, if they are there. Throws 404 and 403. */
export async function removeMember(viewer: Viewer, pipelineId: number, userId: string) {
  await transaction(async (tx) => {
    const deal = await lockInCharge(tx, viewer, pipelineId, NOT_IN_CHARGE);
    const present = (await readMembers(pipelineId, tx)).map(({ id }) => id);
    await replaceMembers(
      tx,
      viewer,
      deal,
      present.filter((id) => id !== userId),
    );
  });
}

const NOT_IN_CHARGE = 'Only the owner, managers and admins may add or remove colleagues.';

async function replaceMembers(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Pipeline, 'id' | 'companyName'>,
  userIds: string[],
): Promise<void> {
  const pipelineId = deal.id;
  const leaving = and(eq(members.pipelineId, pipelineId), notInArray(members.userId, userIds));
  const rows = userIds.map((userId) => ({ userId, pipelineId }));
  const { memberChanges } = await changeMembers(tx, [pipelineId], async () => {
    await tx.delete(members).where(leaving);
    await addMembers(tx, rows);
  });
  const fields = memberChanges(pipelineId);
  if (fields.members) await writeHistory(tx, viewer, [pipelineEntry(deal, 'changed', fields)]);
}
