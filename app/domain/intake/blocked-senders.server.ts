import { asc, eq, inArray } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { blockedSenders } from '#db/schema';
import { normalizeAddress } from '~/domain/person/email-address';
import { formatNumber } from '~/domain/text/text';
import { badRequest } from '~/errors';
import { MAX_BLOCKED_SENDERS } from './limits';

export async function listBlockedSenders(tx: Db = db): Promise<string[]> {
  const rows = await tx
    .select({ sender: blockedSenders.sender })
    .from(blockedSenders)
    .orderBy(asc(blockedSenders.sender))
    .limit(MAX_BLOCKED_SENDERS);
  return rows.map(({ sender }) => sender);
}

export async function isSenderBlocked(tx: Db, addresses: string[]): Promise<boolean> {
  const senders = addresses.map(normalizeAddress).flatMap((address) => {
    const at = address.lastIndexOf('@');
    return at < 0 ? [address] : [address, address.slice(at)];
  });
  return (await tx.$count(blockedSenders, inArray(blockedSenders.sender, senders))) > 0;
}

export async function blockSender(tx: Db, address: string): Promise<boolean> {
  const sender = normalizeAddress(address);
  if (await tx.$count(blockedSenders, eq(blockedSenders.sender, sender))) return false;
  if ((await tx.$count(blockedSenders)) >= MAX_BLOCKED_SENDERS)
    throw badRequest(
      `At most ${formatNumber(MAX_BLOCKED_SENDERS)} senders can be blocked. Please remove some first.`,
    );
  await tx.insert(blockedSenders).values({ sender, createdAt: new Date() });
  return true;
}

export async function unblockSender(tx: Db, address: string): Promise<void> {
  await tx.delete(blockedSenders).where(eq(blockedSenders.sender, normalizeAddress(address)));
}
