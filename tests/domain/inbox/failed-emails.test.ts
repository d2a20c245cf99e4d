import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { failedEmails } from '#db/schema';
import { transaction } from '#db/transaction';
import { pruneFailedEmails, recordFailedAttempt } from '~/domain/inbox/failed-emails.server';

const folder = { mailbox: 'deals@imap.example/INBOX', uidValidity: '2' };
const renumbered = { ...folder, uidValidity: '1' };
const other = { ...folder, mailbox: 'other@imap.example/INBOX' };

beforeEach(async () => {
  await transaction((tx) => tx.delete(failedEmails));
});

describe('failed emails', () => {
  test('attempts of emails in the folder are returned', async () => {
    await recordFailedAttempt(folder, 5);
    await recordFailedAttempt(folder, 5);
    expect(await pruneFailedEmails(folder, [4, 5, 6])).toEqual(new Map([[5, 2]]));
  });

  test('emails that left the folder are forgotten', async () => {
    for (const uid of [5, 6, 7]) await recordFailedAttempt(folder, uid);
    expect(await pruneFailedEmails(folder, [6])).toEqual(new Map([[6, 1]]));
    expect(await db.select().from(failedEmails)).toMatchObject([{ uid: 6 }]);
  });

  test('an earlier numbering of the folder is forgotten', async () => {
    await recordFailedAttempt(renumbered, 5);
    await recordFailedAttempt(folder, 5);
    expect(await pruneFailedEmails(folder, [5])).toEqual(new Map([[5, 1]]));
    expect(await db.select().from(failedEmails)).toMatchObject([folder]);
  });

  test('emails of another folder stay', async () => {
    await recordFailedAttempt(other, 5);
    await recordFailedAttempt(folder, 5);
    expect(await pruneFailedEmails(folder, [])).toEqual(new Map());
    expect(await db.select().from(failedEmails)).toMatchObject([other]);
  });
});
