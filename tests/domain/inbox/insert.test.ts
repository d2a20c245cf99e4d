import { describe, expect, test } from 'vitest';
import { transaction } from '#db/transaction';
import { insertInboxItem, type NewInboxItem } from '~/domain/inbox/insert.server';
import { blockSender } from '~/domain/intake/blocked-senders.server';
import { createCastForAll } from '../../support/cast';

const people = createCastForAll();

const insert = (item: Partial<NewInboxItem>) =>
  transaction((tx) => insertInboxItem(tx, people.ana, { source: 'api', ...item }));

describe('items of the inbox (rules 29.1 and 29.2)', () => {
  test('an item waits for a decision', async () => {
    expect(await insert({ companyName: 'Quillmoor' })).toMatchObject({
      state: 'pending',
      isNew: true,
    });
  });

  test('a stored Message-ID returns its item', async () => {
    const email = { source: 'email', messageId: 'pilots@quillmoor.example' } as const;
    const first = await insert(email);
    expect(await insert(email)).toEqual({ ...first, isNew: false });
  });

  test.each(['form', 'email', 'api'] as const)('a blocked sender is junk by %s', async (source) => {
    await transaction((tx) => blockSender(tx, 'Sales@Spam.example'));
    const { state } = await insert({ source, contactEmail: 'SALES@spam.EXAMPLE' });
    expect(state).toBe('junk');
  });

  test('a blocked domain covers its addresses alone', async () => {
    await transaction((tx) => blockSender(tx, '@leads.example'));
    expect(await insert({ contactEmail: 'a@leads.example' })).toMatchObject({ state: 'junk' });
    expect(await insert({ contactEmail: 'a@my-leads.example' })).toMatchObject({
      state: 'pending',
    });
  });
});
