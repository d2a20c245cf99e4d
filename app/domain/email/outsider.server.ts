import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { lower, users } from '#db/schema';
import { getCompanyDomain } from './domains';
import type { Mailbox, ParsedEmail } from './parsed-email';

/** Addresses of programs such as forms, which read no answers. */
const UNREAD_ADDRESS = /^(?:no|do-?not)[-_.]?reply\b/i;

/**
 * Finds the person outside the fund: the sender, else the sender of what a colleague forwards, else
 * the first recipient to whom a colleague wrote. The address for answers stands for a sender who
 * reads none.
 */
export async function findOutsider(
  tx: Db,
  {
    from,
    replyTo,
    forwardedFrom,
    to,
  }: Pick<ParsedEmail, 'from' | 'replyTo' | 'forwardedFrom' | 'to'>,
): Promise<Mailbox | undefined> {
  const writer = from && replyTo && UNREAD_ADDRESS.test(from.address) ? replyTo : from;
  const senders = [writer, from, forwardedFrom].filter((mailbox) => mailbox !== null);
  const colleagues = await listColleagueAddresses(tx, [...senders, ...to]);
  const isOutside = ({ address }: Mailbox) => !colleagues.has(address.toLowerCase());
  const sender = senders.find(isOutside);
  if (sender || !from) return sender;
  const ownDomain = getCompanyDomain(from.address);
  // The fund's mailboxes, such as deals@, are no accounts.
  const isOwn = ({ address }: Mailbox) => ownDomain && getCompanyDomain(address) === ownDomain;
  return to.find((mailbox) => isOutside(mailbox) && !isOwn(mailbox));
}

async function listColleagueAddresses(tx: Db, mailboxes: Mailbox[]): Promise<Set<string>> {
  const addresses = mailboxes.map(({ address }) => address.toLowerCase());
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(lower(users.email), addresses));
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}
