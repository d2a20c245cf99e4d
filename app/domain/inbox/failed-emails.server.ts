import { and, eq, gte, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { failedEmails } from '#db/schema';
import { transaction } from '#db/transaction';

export const MAX_ATTEMPTS_PER_EMAIL = 3;

/** A mail folder in one numbering of its messages. */
export interface NumberedMailbox {
  mailbox: string;
  uidValidity: string;
}

/**
 * Returns the failed attempts of emails that are still in the folder, by their numbers, and forgets
 * the others.
 */
export async function updateFailedEmails(
  { mailbox, uidValidity }: NumberedMailbox,
  uids: readonly number[],
): Promise<Map<number, number>> {
  const stored = await db.select().from(failedEmails).where(eq(failedEmails.mailbox, mailbox));
  if (!stored.length) return new Map();
  const present = new Set(uids);
  const isPresent = (row: NumberedMailbox & { uid: number }) =>
    row.uidValidity === uidValidity && present.has(row.uid);
  const gone = stored.filter((row) => !isPresent(row));
  if (gone.length)
    await transaction(async (tx) => {
      for (const row of gone) await tx.delete(failedEmails).where(isEmail(row, row.uid));
    });
  return new Map(stored.filter(isPresent).map(({ uid, attempts }) => [uid, attempts]));
}

export async function recordFailedAttempt(folder: NumberedMailbox, uid: number): Promise<number> {
  const { attempts } = failedEmails;
  return transaction(async (tx) => {
    const [row] = await tx
      .insert(failedEmails)
      .values({ ...folder, uid, attempts: 1 })
      .onConflictDoUpdate({
        target: [failedEmails.mailbox, failedEmails.uidValidity, failedEmails.uid],
        set: { attempts: sql`${attempts} + 1` },
      })
      .returning({ attempts });
    return row!.attempts;
  });
}

export async function countUnreadableEmails(mailbox: string, tx: Db = db): Promise<number> {
  return tx.$count(
    failedEmails,
    and(eq(failedEmails.mailbox, mailbox), gte(failedEmails.attempts, MAX_ATTEMPTS_PER_EMAIL)),
  );
}

function isEmail({ mailbox, uidValidity }: NumberedMailbox, uid: number) {
  return and(
    eq(failedEmails.mailbox, mailbox),
    eq(failedEmails.uidValidity, uidValidity),
    eq(failedEmails.uid, uid),
  );
}
