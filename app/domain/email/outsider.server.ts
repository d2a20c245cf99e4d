import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { lower, users } from '#db/schema';
import type { Mailbox, ParsedEmail } from './parsed-email';

/**
 * Finds the person outside the fund: the sender, else the sender of what a colleague forwards, else
 * the first recipient.
 */
export async function findOutsider(
  tx: Db,
  { from, forwardedFrom, to }: Pick<ParsedEmail, 'from' | 'forwardedFrom' | 'to'>,
): Promise<Mailbox | undefined> {
  const candidates = [from, forwardedFrom, ...to].filter((mailbox) => mailbox !== null);
  const colleagues = await listColleagueAddresses(tx, candidates);
  return candidates.find(({ address }) => !colleagues.has(address.toLowerCase()));
}

async function listColleagueAddresses(tx: Db, mailboxes: Mailbox[]): Promise<Set<string>> {
  const addresses = mailboxes.map(({ address }) => address.toLowerCase());
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(lower(users.email), addresses));
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}
