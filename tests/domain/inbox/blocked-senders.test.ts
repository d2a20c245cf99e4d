import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { blockedSenders } from '#db/schema';
import { transaction } from '#db/transaction';
import { blockSender, unblockSender } from '~/domain/intake/blocked-senders.server';
import { MAX_BLOCKED_SENDERS } from '~/domain/intake/limits';
import { getStatus } from '../../support/answers';

const block = (address: string) => transaction((tx) => blockSender(tx, address));

async function blockUpToLimit(): Promise<void> {
  const senders = Array.from({ length: MAX_BLOCKED_SENDERS }, (_, n) => `sender${n}@spam.example`);
  const createdAt = new Date();
  await transaction((tx) =>
    tx.insert(blockedSenders).values(senders.map((sender) => ({ sender, createdAt }))),
  );
}

beforeEach(async () => {
  await transaction((tx) => tx.delete(blockedSenders));
});

describe('blocked senders', () => {
  test('a sender is blocked once, in any case', async () => {
    expect(await block('Sales@Spam.example')).toBe(true);
    expect(await block(' sales@spam.example')).toBe(false);
    expect(await db.$count(blockedSenders)).toBe(1);
  });

  test('blocking one sender too many is refused', async () => {
    await blockUpToLimit();
    expect(await getStatus(block('one-more@spam.example'))).toBe(400);
  });

  test('blocking a blocked sender again is no error at the limit', async () => {
    await blockUpToLimit();
    expect(await block('Sender7@spam.example')).toBe(false);
  });

  test('unblocking makes room for another sender', async () => {
    await blockUpToLimit();
    await transaction((tx) => unblockSender(tx, 'Sender7@spam.example'));
    expect(await block('one-more@spam.example')).toBe(true);
  });
});
