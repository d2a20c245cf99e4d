import { and, desc, eq, gt } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import {
  authenticators,
  changes,
  type ChangedFields,
  passkeys,
  pendingLogins,
  recoveryCodes,
  sessions,
  type User,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { forbidden } from '~/refusal';
import { mayResetSecondFactor, type Viewer } from '~/models/access';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { secondFactorMail } from '~/models/mail/letters';
import { sendMail, sendsMail } from '~/models/mail/send.server';
import { deleteSessionsOf } from '~/models/user/session.server';
import { endTokensOf } from '~/models/user/token.server';
import { getUser } from '~/models/user/write.server';
import { getSecondFactor, hasSecondFactor } from './has.server';

/** The changes of a second factor, and the ends of it. */

/** What the history records; not columns of the user. */
const SECOND_FACTOR_FIELDS = ['authenticator', 'passkeys', 'recoveryCodes'] as const;

/**
 * Writes a change of the second factor into the history, and ends the logins that have begun. The
 * notice goes out after the commit.
 */
export async function recordChange(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
  fields: ChangedFields,
): Promise<void> {
  await writeHistory(tx, actor, [userEntry(user, 'changed', fields)]);
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, user.id));
}

export async function notify(userId: string, what: string): Promise<void> {
  sendMail(secondFactorMail(await getUser(userId), what));
}

async function deleteAll(tx: Db, userId: string): Promise<ChangedFields> {
  const before = await getSecondFactor(userId, tx);
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return {
    ...(before.hasApp && { authenticator: ['on', null] }),
    ...(before.passkeys.length && { passkeys: [before.passkeys.map(({ name }) => name), null] }),
  };
}

/** Deletes the viewer's factors and codes. */
export async function switchOff(viewer: Viewer): Promise<void> {
  await transaction(async (tx) => {
    const fields = await deleteAll(tx, viewer.id);
    if (Object.keys(fields).length) await recordChange(tx, viewer, viewer, fields);
  });
  await notify(viewer.id, 'Two-step login was switched off.');
}

/** Without the last factor the recovery codes are of no use. */
export async function forgetCodesWithoutFactor(tx: Db, userId: string): Promise<void> {
  if (!(await hasSecondFactor(userId, tx)))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Deletes another user's factors and codes, and ends their sessions. Throws 403 and 404. */
export async function resetSecondFactor(viewer: Viewer, userId: string): Promise<void> {
  const user = await getUser(userId);
  if (!mayResetSecondFactor(viewer, user))
    throw forbidden('Only an admin may reset two-step login, and not their own.');
  await resetSecondFactorOf(user, viewer);
}

/** The same without permission check; without an actor it is the system. */
export async function resetSecondFactorOf(user: User, actor?: Actor): Promise<void> {
  await transaction(async (tx) => {
    const fields = await deleteAll(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await endTokensOf(tx, actor, user);
    if (Object.keys(fields).length) await recordChange(tx, actor, user, fields);
  });
  await notify(user.id, 'Two-step login was reset by an administrator.');
}

const NOTICE_DAYS = 30;

/**
 * Where there is no mail: when the second factor was last changed, if no later session of the user
 * is known. For the next login.
 */
export async function findNotice(userId: string): Promise<Date | undefined> {
  if (sendsMail) return undefined;
  const [last] = await db
    .select({ startedAt: sessions.sess })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.expire))
    .limit(1);
  const since = Math.max(
    last?.startedAt.startedAt ?? 0,
    Date.now() - NOTICE_DAYS * 24 * 60 * 60 * 1000,
  );
  const recent = await db
    .select({ at: changes.at, fields: changes.fields })
    .from(changes)
    .where(
      and(
        eq(changes.subjectId, userId),
        eq(changes.subject, 'account'),
        gt(changes.at, new Date(since)),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(20);
  return recent.find(({ fields }) => SECOND_FACTOR_FIELDS.some((field) => field in fields))?.at;
}
