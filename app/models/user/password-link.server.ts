import { and, eq, gt, lt } from 'drizzle-orm';
import { db } from '#db/client';
import { passwordLinks, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { appUrl } from '~/env.server';
import { forbidden, notFound, Refusal } from '~/refusal';
import { logEvent } from '~/log.server';
import { mayHandOverLink, type Viewer } from '~/models/access';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { endCalendarOf } from './calendar.server';
import { hashKey, newKey } from '~/models/key.server';
import { type Mail, passwordMail, sendMail } from '~/models/mail/mail.server';
import { adviseOnPassword, hashPassword } from './password.server';
import { deleteSessionsOf } from './session.server';
import { endTokensOf } from './token.server';
import { deletionTime } from '~/models/history/clock.server';

/**
 * Links to choose a password: valid once within 24 hours, while role, password, state and email of
 * the account stay as they are (a trigger); only a hash of the key is stored.
 */

const LIFETIME = 24 * 60 * 60 * 1000;
const GONE = {
  title: 'This link no longer works',
  message:
    'It has been used, it has expired, or the account has changed since. ' +
    'Please ask your administrator for a new one.',
};

interface NewLink {
  key: string;
  user: User;
}

/** Stores a link, which replaces an earlier one. Throws 403 and 404. */
export async function createPasswordLink(viewer: Viewer, userId: string): Promise<NewLink> {
  return storeLink(userId, (user) => {
    if (!mayHandOverLink(viewer, user)) throw forbidden();
  });
}

/** The same without permission check. Returns the key. */
export async function storePasswordLink(userId: string): Promise<string> {
  return (await storeLink(userId, () => undefined)).key;
}

/** `check` sees the user as it is when the link is stored. */
async function storeLink(userId: string, check: (user: User) => void): Promise<NewLink> {
  const key = newKey();
  const expire = new Date(Date.now() + LIFETIME);
  const user = await transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound('User not found');
    check(user);
    await tx.delete(passwordLinks).where(lt(passwordLinks.expire, await deletionTime(tx)));
    await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
    await tx.insert(passwordLinks).values({ key: hashKey(key), userId, expire });
    return user;
  });
  logEvent('password link made', { account: userId });
  return { key, user };
}

/** Mails a new link. Returns the mail, to pass on without a mail server. Throws 403 and 404. */
export async function sendPasswordLink(viewer: Viewer, userId: string): Promise<Mail> {
  const { key, user } = await createPasswordLink(viewer, userId);
  const letter = passwordMail(user, `${appUrl}/password/${key}`);
  sendMail(letter);
  return letter;
}

/** The user of a link. Throws 404 if it no longer works. */
export async function getPasswordLink(key: string): Promise<{ userId: string; email: string }> {
  const [link] = await db
    .select({ userId: passwordLinks.userId, email: users.email })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())));
  if (!link) throw new Refusal('notFound', GONE);
  return link;
}

/**
 * Sets the password and ends all sessions and API tokens. Returns a hint if the password is a common
 * one. Throws 404 if the link no longer works.
 */
export async function redeemPasswordLink(
  key: string,
  password: string,
): Promise<string | undefined> {
  const { userId, email } = await getPasswordLink(key);
  const advice = await adviseOnPassword(password, { email });
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    const [link] = await tx
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())))
      .returning({ userId: passwordLinks.userId });
    if (!link) throw new Refusal('notFound', GONE);
    await tx
      .update(users)
      .set({ password: hash, updatedAt: new Date() })
      .where(eq(users.id, link.userId));
    await deleteSessionsOf(tx, link.userId);
    const user = { id: userId, email };
    await writeHistory(tx, user, [userEntry(user, 'password changed')]);
    await endTokensOf(tx, user, user);
    await endCalendarOf(tx, user, user);
  });
  return advice;
}
