import { and, eq, gt, lt } from 'drizzle-orm';
import { db } from '#db/client';
import { passwordLinks, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canCreatePasswordLink, type Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { getDeletionTime } from '~/domain/history/deletion-time.server';
import { recordHistory, userEvent } from '~/domain/history/record.server';
import { generateKey, hashKey } from '~/domain/key.server';
import { composePasswordMail, type Mail } from '~/domain/mail/compose.server';
import { sendMailAndWait } from '~/domain/mail/send.server';
import { deleteUserSessions } from '~/domain/session/end.server';
import { appUrl } from '~/env.server';
import { DomainError, forbidden, notFound } from '~/errors';
import { logEvent } from '~/log.server';
import { endCalendarFeed } from './calendar-feed.server';
import { canUserSignIn } from './can-sign-in.server';
import { checkCommonPassword } from './common-password.server';
import { hashPassword } from './password.server';
import { revokeUserTokens } from './token.server';

/** Password links work once within 24 hours; a trigger deletes them when role, password, state or email changes. */

const LINK_TTL_MS = DAY_MS;
const LINK_GONE = {
  title: 'This link no longer works',
  message:
    'It has been used, it has expired, or the account has changed since. ' +
    'If you have just set your password, log in with it. ' +
    'Otherwise please ask your administrator for a new link.',
};

interface NewPasswordLink {
  key: string;
  user: User;
}

export async function createPasswordLink(viewer: Viewer, userId: string): Promise<NewPasswordLink> {
  return insertPasswordLink(userId, (user) => {
    if (!canCreatePasswordLink(viewer, user)) throw forbidden();
  });
}

export async function createPasswordLinkKey(userId: string): Promise<string> {
  return (await insertPasswordLink(userId, () => undefined)).key;
}

/** `assertAllowed` sees the user as it is when the link is stored. */
async function insertPasswordLink(
  userId: string,
  assertAllowed: (user: User) => void,
): Promise<NewPasswordLink> {
  const key = generateKey();
  const expire = new Date(Date.now() + LINK_TTL_MS);
  const user = await transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound('User not found');
    assertAllowed(user);
    await tx.delete(passwordLinks).where(lt(passwordLinks.expire, await getDeletionTime(tx)));
    await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
    await tx.insert(passwordLinks).values({ key: hashKey(key), userId, expire });
    return user;
  });
  logEvent('password link made', { account: userId });
  return { key, user };
}

/** Mails a new link. Returns a mail that no mail server accepted, for the admin to pass on. */
export async function sendPasswordLink(viewer: Viewer, userId: string): Promise<Mail | undefined> {
  const { key, user } = await createPasswordLink(viewer, userId);
  const mail = composePasswordMail(user, `${appUrl}/password/${key}`);
  return (await sendMailAndWait(mail)) ? undefined : mail;
}

export async function getPasswordLink(key: string): Promise<{ userId: string; email: string }> {
  const [link] = await db
    .select({ userId: passwordLinks.userId, email: users.email })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())));
  if (!link) throw new DomainError('notFound', LINK_GONE);
  return link;
}

interface RedeemedLink {
  canSignIn: boolean;
  /** Advice if the password is common. */
  advice: string | undefined;
}

/** Sets the password, and ends all sessions and API tokens. */
export async function redeemPasswordLink(key: string, password: string): Promise<RedeemedLink> {
  const { userId, email } = await getPasswordLink(key);
  const advice = await checkCommonPassword(password, { email });
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    const [link] = await tx
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.key, hashKey(key)), gt(passwordLinks.expire, new Date())))
      .returning({ userId: passwordLinks.userId });
    if (!link) throw new DomainError('notFound', LINK_GONE);
    await tx
      .update(users)
      .set({ password: hash, updatedAt: new Date() })
      .where(eq(users.id, link.userId));
    await deleteUserSessions(tx, link.userId);
    const user = { id: userId, email };
    await recordHistory(tx, user, [userEvent(user, 'password changed')]);
    await revokeUserTokens(tx, user, user);
    await endCalendarFeed(tx, user, user);
  });
  return { canSignIn: await canUserSignIn(userId), advice };
}
