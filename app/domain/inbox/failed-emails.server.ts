import { and, eq, gte, ne, notInArray, or, sql } from 'drizzle-orm';
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
export async function pruneFailedEmails(
  folder: NumberedMailbox,
  uids: readonly number[],
): Promise<Map<number, number>> {
  const { mailbox, uidValidity } = folder;
  const stored = await db.select().from(failedEmails).where(eq(failedEmails.mailbox, mailbox));
  if (!stored.length) return new Map();
  const present = new Set(uids);
  const isPresent = (row: NumberedMailbox & { uid: number }) =>
    row.uidValidity === uidValidity && present.has(row.uid);
  const attempts = new Map(stored.filter(isPresent).map((row) => [row.uid, row.attempts]));
  if (attempts.size < stored.length) await deleteOtherEmails(folder, [...attempts.keys()]);
  return attempts;
}

async function deleteOtherEmails(
  { mailbox, uidValidity }: NumberedMailbox,
  presentUids: number[],
): Promise<void> {
  const isGone = or(
    ne(failedEmails.uidValidity, uidValidity),
    notInArray(failedEmails.uid, presentUids),
  );
  await transaction((tx) =>
    tx.delete(failedEmails).where(and(eq(failedEmails.mailbox, mailbox), isGone)),
  );
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
