import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { collaborators, type Deal, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { requireNewOwner } from '~/domain/user/new-owner.server';
import { invalid } from '~/errors';
import { changeCollaborators, insertCollaborators } from './change.server';
import { MAX_COLLABORATORS_PER_DEAL } from './json';
import { queryCollaborators } from './list.server';

export async function setCollaborators(
  viewer: Viewer,
  dealId: number,
  userIds: string[],
): Promise<void> {
  await transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, dealId, CANNOT_MANAGE_MESSAGE);
    const wanted = [...new Set(userIds)].filter((id) => id !== deal.userId);
    const signInCount = await tx.$count(users, and(inArray(users.id, wanted), canSignIn));
    if (signInCount < wanted.length)
      throw invalid([{ path: 'userIds', message: 'Please choose colleagues who can log in' }]);
    await replaceCollaborators(tx, viewer, deal, wanted);
  });
}

export async function addCollaborator(
  viewer: Viewer,
  dealId: number,
  email: string,
): Promise<{ name: string }> {
  return transaction((tx) => insertCollaboratorByEmail(tx, viewer, dealId, email));
}

export async function insertCollaboratorByEmail(
  tx: Db,
  viewer: Viewer,
  dealId: number,
  email: string,
): Promise<{ id: string; name: string }> {
  const { id, firstName, email: address } = await requireNewOwner(tx, email);
  await insertManagedCollaborators(tx, viewer, dealId, [id]);
  return { id, name: firstName ?? address };
}

export async function insertManagedCollaborators(
  tx: Db,
  viewer: Viewer,
  dealId: number,
  userIds: string[],
): Promise<void> {
  const deal = await getManagedDealForUpdate(tx, viewer, dealId, CANNOT_MANAGE_MESSAGE);
  const currentIds = (await queryCollaborators(dealId, tx)).map(({ id }) => id);
  const added = userIds.filter((id) => id !== deal.userId && !currentIds.includes(id));
  if (!added.length) return;
  if (currentIds.length + added.length > MAX_COLLABORATORS_PER_DEAL)
    throw invalid([
      {
        path: 'owner',
        message: `A deal can have at most ${MAX_COLLABORATORS_PER_DEAL} collaborators`,
      },
    ]);
  await replaceCollaborators(tx, viewer, deal, [...currentIds, ...added]);
}

export async function removeCollaborator(viewer: Viewer, dealId: number, userId: string) {
  await transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, dealId, CANNOT_MANAGE_MESSAGE);
    const currentIds = (await queryCollaborators(dealId, tx)).map(({ id }) => id);
    await replaceCollaborators(
      tx,
      viewer,
      deal,
      currentIds.filter((id) => id !== userId),
    );
  });
}

const CANNOT_MANAGE_MESSAGE =
  'Only the owner, managers and admins may add or remove collaborators.';

async function replaceCollaborators(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Deal, 'id' | 'companyName'>,
  userIds: string[],
): Promise<void> {
  const dealId = deal.id;
  const leaving = and(eq(collaborators.dealId, dealId), notInArray(collaborators.userId, userIds));
  const rows = userIds.map((userId) => ({ userId, dealId }));
  const { getCollaboratorChanges } = await changeCollaborators(tx, [dealId], async () => {
    await tx.delete(collaborators).where(leaving);
    await insertCollaborators(tx, rows);
  });
  const fields = getCollaboratorChanges(dealId);
  if (fields.members) await recordHistory(tx, viewer, [dealEvent(deal, 'changed', fields)]);
}
