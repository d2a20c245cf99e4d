import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { inboxFiles, inboxItems, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { listReferencedContents } from '~/domain/attachment/cleanup.server';
import { acceptInboxItem } from '~/domain/inbox/accept.server';
import { declineInboxItem, junkInboxItem } from '~/domain/inbox/decide.server';
import { purgeInbox } from '~/domain/inbox/purge.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { purgeTrash } from '~/domain/operations/trash/purge.server';
import { createCastForAll } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { receive } from '../../support/inbox';

const people = createCastForAll();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const isStored = async (id: number) => (await db.$count(inboxItems, eq(inboxItems.id, id))) === 1;

describe('the end of items (rule 29.7)', () => {
  test('decided items go after 180 days, junk after 30', async () => {
    const pending = await receive();
    const declined = await receive();
    const junk = await receive();
    await declineInboxItem(people.maren, declined, {});
    await junkInboxItem(people.maren, junk);
    const left = async (days: number) => {
      await purgeInbox(inDays(days));
      return [await isStored(pending), await isStored(declined), await isStored(junk)];
    };
    expect(await left(29)).toEqual([true, true, true]);
    expect(await left(31)).toEqual([true, true, false]);
    expect(await left(181)).toEqual([true, false, false]);
  });

  test('an accepted item ends when its deal is purged', async () => {
    const id = await receive();
    const { dealId } = await acceptInboxItem(people.maren, id, {});
    await deleteDeal(people.maren, dealId);
    expect(await isStored(id)).toBe(true);
    await purgeTrash(inDays(31));
    expect(await db.$count(trash)).toBe(0);
    expect(await isStored(id)).toBe(false);
  });

  test('an item of a merged deal ends with the winner', async () => {
    const id = await receive();
    const { dealId } = await acceptInboxItem(people.maren, id, {});
    const winner = await addDeal(people.maren);
    await mergeDeals(people.maren, winner, { otherId: dealId });
    await purgeTrash(inDays(31));
    expect(await isStored(id)).toBe(true);
    await deleteDeal(people.maren, winner);
    await purgeTrash(inDays(62));
    expect(await isStored(id)).toBe(false);
  });

  test('contents of an item are kept as long as it is', async () => {
    const id = await receive();
    const sha256 = 'f'.repeat(64);
    const file = { itemId: id, name: 'deck.pdf', size: 1, type: 'application/pdf', sha256 };
    await transaction(async (tx) => tx.insert(inboxFiles).values(file));
    expect(await listReferencedContents()).toContain(sha256);
    await junkInboxItem(people.maren, id);
    await purgeInbox(inDays(31));
    expect(await listReferencedContents()).not.toContain(sha256);
  });
});
