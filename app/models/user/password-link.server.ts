import { and, eq, gt, lt } from 'drizzle-orm';
import { db } from '#db/client';
import { passwordLinks, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { appUrl } from '~/env.server';
import { forbidden, notFound } from '~/refusal.server';
import { logEvent } from '~/log.server';
import { mayHandOverLink, type Viewer } from '~/models/access';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { type Mail, passwordMail } from '~/models/mail/letters';
import { sendMail } from '~/models/mail/send.server';
import { hashPassword } from './password.server';
import { deleteSessionsOf } from './session.server';
import { endTokensOf } from './token.server';
import { getUser } from './write.server';

/** Links to choose a password: valid once within 24 hours; only a hash of the key is stored. */

const LIFETIME = 24 * 60 * 60 * 1000;
const USED_UP =
  'This link has been used or is too old. Please ask your administrator for a new one.';

/** Returns the key of a new link, which replaces an earlier one. Throws 403 and 404. */
export async function createPasswordLink(viewer: Viewer, userId: string): Promise<string> {
  const user = await getUser(userId);
  if (!mayHandOverLink(viewer, user)) throw forbidden();
  return storePasswordLink(userId);
}

/** The same without permission check. */
export async function storePasswordLink(userId: string): Promise<string> {
  const key = newKey();
  await transaction(async (tx) => {
    await tx.delete(passwordLinks).where(lt(passwordLinks.expire, new Date()));
    await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
    await tx
      .insert(passwordLinks)
      .values({ key: hashKey(key), userId, expire: new Date(Date.now() + LIFETIME) });
  });
  logEvent('password link made', { account: userId });
  return key;
}

/** Mails a new link. Returns the mail, to pass on without a mail server. Throws 403 and 404. */
export async function sendPasswordLink(viewer: Viewer, userId: string): Promise<Mail> {
  const key = await createPasswordLink(viewer, userId);
  const letter = passwordMail(await getUser(userId), `${appUrl}/password/${key}`);
  sendMail(letter);
  return letter;
}

/** The user of a link. Throws 404 if it was used or has expired. */
export async function getPasswordLink(key: string): Promise<{ userId: string; email: string }> {
  const [link] = await db
    .select({ userId: passwordLinks.userId, email: users.email })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())));
  if (!link) throw notFound(USED_UP);
  return link;
}

/** Sets the password and ends all sessions and API tokens. Throws 404 if the link was used or has expired. */
export async function redeemPasswordLink(key: string, password: string): Promise<void> {
  const { userId, email } = await getPasswordLink(key);
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    const [link] = await tx
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())))
      .returning({ userId: passwordLinks.userId });
    if (!link) throw notFound(USED_UP);
    await tx
      .update(users)
      .set({ password: hash, updatedAt: new Date() })
      .where(eq(users.id, link.userId));
    await deleteSessionsOf(tx, link.userId);
    const user = { id: userId, email };
    await writeHistory(tx, user, [userEntry(user, 'password changed')]);
    await endTokensOf(tx, user, user);
  });
}
