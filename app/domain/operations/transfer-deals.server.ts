import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { collaborators, deals, shares, users } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { changeCollaborators, insertCollaborators } from '~/domain/collaborator/change.server';
import { assertSeen } from '~/domain/deal/assert-seen.server';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { notifyNewOwner } from '~/domain/deal/notify-new-owner.server';
import { listChangedValues } from '~/domain/form-conflict/shown-values.server';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { getDisplayName } from '~/domain/person/names';
import { endShares } from '~/domain/share/end.server';
import { transferShares } from '~/domain/share/transfer.server';
import { abbreviate, formatNames } from '~/domain/text/text';
import { type NewOwner, requireNewOwner } from '~/domain/user/new-owner.server';
import { manageableBy } from '~/domain/visibility.server';
import { outdated } from '~/errors';

const MAX_NAMED_DEALS = 3;
const MAX_NAME_LENGTH = 60;

interface TransferOptions {
  becomesCollaborator?: boolean;
  keepsShares?: boolean;
}

export async function transferDeal(
  viewer: Viewer,
  id: number,
  email: string,
  { seenOwner, ...options }: TransferOptions & { seenOwner?: string } = {},
): Promise<{ company: string; newOwner: string; operationId?: string }> {
  return transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, id);
    const newOwner = await requireNewOwner(tx, email);
    const [owner] = await tx.select().from(users).where(eq(users.id, deal.userId));
    await assertSeen(deal, 'owner', {
      seen: seenOwner,
      current: owner!.email,
      wanted: newOwner.email,
    });
    const condition = eq(deals.id, id);
    const transferred = await transferMatchingDeals(tx, viewer, {
      ...options,
      newOwner,
      condition,
    });
    return {
      company: deal.companyName,
      newOwner: getDisplayName(newOwner),
      operationId: transferred ? getTransactionId() : undefined,
    };
  });
}

export async function transferDeals(
  viewer: Viewer,
  ids: number[],
  email: string,
  { seenOwners, ...options }: Pick<TransferOptions, 'keepsShares'> & { seenOwners?: string } = {},
): Promise<{ newOwner: string; transferred: number; alreadyOwned: number; operationId?: string }> {
  return transaction(async (tx) => {
    const newOwner = await requireNewOwner(tx, email);
    const condition = and(inArray(deals.id, ids), manageableBy(viewer));
    const selected = await listOwners(tx, condition);
    assertSeenOwners(selected, { seenOwners, newOwner });
    const transferred = await transferMatchingDeals(tx, viewer, {
      ...options,
      newOwner,
      condition,
    });
    const operationId = transferred ? getTransactionId() : undefined;
    return {
      newOwner: getDisplayName(newOwner),
      transferred,
      alreadyOwned: selected.length - transferred,
      operationId,
    };
  });
}

async function listOwners(tx: Db, condition: SQL | undefined) {
  const { id: userId, email, firstName, lastName } = users;
  return tx
    .select({
      id: deals.id,
      company: deals.companyName,
      owner: { userId, email, firstName, lastName },
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(condition)
    .orderBy(deals.companyName, deals.id);
}

/** Throws 412 for deals transferred since a page showed them, unless to the new owner. */
function assertSeenOwners(
  selected: Awaited<ReturnType<typeof listOwners>>,
  { seenOwners, newOwner }: { seenOwners: string | undefined; newOwner: NewOwner },
): void {
  const current = Object.fromEntries(selected.map((deal) => [deal.id, deal.owner.userId]));
  const changed = new Set(listChangedValues(seenOwners, current));
  const transferred = selected.filter(
    ({ id, owner }) => changed.has(String(id)) && owner.userId !== newOwner.id,
  );
  if (!transferred.length) return;
  const named = transferred
    .slice(0, MAX_NAMED_DEALS)
    .map(
      ({ company, owner }) => `${abbreviate(company, MAX_NAME_LENGTH)} to ${getDisplayName(owner)}`,
    );
  const list = formatNames(named, transferred.length);
  throw outdated(`Transferred in the meantime: ${list}. Transfer the deals again to replace that.`);
}

interface MatchingTransfer extends TransferOptions {
  newOwner: NewOwner;
  condition: SQL | undefined;
  operation?: Operation;
}

export async function transferMatchingDeals(
  tx: Db,
  viewer: Viewer,
  { newOwner, condition, operation = {}, becomesCollaborator, keepsShares }: MatchingTransfer,
): Promise<number> {
  const { id, companyName } = deals;
  const transferredDeals = (
    await tx
      .select({ id, companyName, userId: deals.userId, owner: users.email })
      .from(deals)
      .innerJoin(users, eq(users.id, deals.userId))
      .where(condition)
  ).filter(({ userId }) => userId !== newOwner.id);
  const { at = new Date() } = operation;
  const change = {
    userId: newOwner.id,
    submission: null,
    version: sql`${deals.version} + 1`,
    updatedAt: at,
  };
  for await (const chunk of iterateChunks(transferredDeals)) {
    const ids = chunk.map((deal) => deal.id);
    await tx.update(deals).set(change).where(inArray(deals.id, ids));
    await notifyNewOwner(tx, viewer, newOwner, { ids, at });
    const isOwner = and(inArray(collaborators.dealId, ids), eq(collaborators.userId, newOwner.id));
    const previousOwners = chunk.map((deal) => ({ userId: deal.userId, dealId: deal.id }));
    const { getCollaboratorChanges } = await changeCollaborators(tx, ids, async () => {
      await tx.delete(collaborators).where(isOwner);
      if (becomesCollaborator) await insertCollaborators(tx, previousOwners);
    });
    const ended = keepsShares ? undefined : await endShares(tx, inArray(shares.dealId, ids));
    if (keepsShares) await transferShares(tx, ids, newOwner.id);
    const events = chunk.map(({ owner, ...deal }) =>
      dealEvent(deal, 'changed', {
        owner: [owner, newOwner.email],
        ...getCollaboratorChanges(deal.id),
        ...ended?.get(deal.id),
      }),
    );
    await recordHistory(tx, viewer, events, { ...operation, at });
  }
  return transferredDeals.length;
}
