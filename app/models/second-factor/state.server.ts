import { and, desc, eq, gt, isNotNull } from 'drizzle-orm';
import { Secret } from 'otpauth';
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
import { conflict, forbidden } from '~/refusal';
import { mayResetSecondFactor, type Viewer } from '~/models/access';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey } from '~/models/key.server';
import { type Addressee, secondFactorMail, sendMail, sendsMail } from '~/models/mail/mail.server';
import { getUser } from '~/models/user/login.server';
import { deleteOtherSessions, deleteSessionsOf } from '~/models/user/session.server';
import { endTokensOf } from '~/models/user/token.server';

/** Whether a user has a second factor, its changes and ends, and the recovery codes that go with it. */

const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;
/** What the history records; not columns of the user. */
const SECOND_FACTOR_FIELDS = ['authenticator', 'passkeys', 'recoveryCodes'] as const;

const appOf = (userId: string) =>
  and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));

export async function getSecondFactor(userId: string, tx: Db = db) {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  const [apps, keys, codes] = await Promise.all([
    tx.$count(authenticators, appOf(userId)),
    tx
      .select({ id, name, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(createdAt),
    tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  ]);
  return { hasApp: apps > 0, passkeys: keys, recoveryCodes: codes };
}

export async function hasSecondFactor(userId: string, tx: Db = db): Promise<boolean> {
  return (
    (await tx.$count(authenticators, appOf(userId))) > 0 ||
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0
  );
}

/**
 * Stores a new factor of the viewer's by `store`, which says what the history records of it. Where it
 * turns the two-step login on, returns recovery codes and, with `endOthers`, ends the viewer's other
 * sessions.
 */
export async function addFactor(
  viewer: Viewer,
  { sessionId, endOthers, notice }: { sessionId: string; endOthers: boolean; notice: string },
  store: (tx: Db) => Promise<ChangedFields>,
): Promise<string[] | undefined> {
  const codes = await transaction(async (tx) => {
    const isFirst = !(await hasSecondFactor(viewer.id, tx));
    await recordChange(tx, viewer, viewer, await store(tx));
    if (isFirst && endOthers) await deleteOtherSessions(tx, viewer.id, sessionId);
    return isFirst ? storeCodes(tx, viewer.id) : undefined;
  });
  notify(viewer, notice);
  return codes;
}

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

/** Tells a user what has happened, as a sentence. */
export function notify(user: Addressee, what: string): void {
  sendMail(secondFactorMail(user, what));
}

/** Ten new recovery codes in place of the former. Only their hashes are stored. */
async function storeCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase(),
  );
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ key: hashKey(code), userId })));
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}

/** Throws 409 without a second factor. */
export async function renewCodes(viewer: Viewer): Promise<string[]> {
  const codes = await transaction(async (tx) => {
    if (!(await hasSecondFactor(viewer.id, tx)))
      throw conflict('Two-step login is off. Set up an app or a passkey first.');
    await recordChange(tx, viewer, viewer, { recoveryCodes: [null, 'new'] });
    return storeCodes(tx, viewer.id);
  });
  notify(viewer, 'New recovery codes were created; the old ones no longer work.');
  return codes;
}

/** Without the last factor the recovery codes are of no use. */
export async function forgetCodesWithoutFactor(tx: Db, userId: string): Promise<void> {
  if (!(await hasSecondFactor(userId, tx)))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Deletes the user's factors and codes, and records which there were. */
async function deleteAll(tx: Db, actor: Actor, user: Pick<User, 'id' | 'email'>): Promise<void> {
  const before = await getSecondFactor(user.id, tx);
  for (const table of [authenticators, passkeys, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, user.id));
  const fields: ChangedFields = {
    ...(before.hasApp && { authenticator: ['on', null] }),
    ...(before.passkeys.length && { passkeys: [before.passkeys.map(({ name }) => name), null] }),
  };
  if (Object.keys(fields).length) await recordChange(tx, actor, user, fields);
}

/** Deletes the viewer's factors and codes. */
export async function switchOff(viewer: Viewer): Promise<void> {
  await transaction((tx) => deleteAll(tx, viewer, viewer));
  notify(viewer, 'Two-step login was switched off.');
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
    await deleteSessionsOf(tx, user.id);
    await endTokensOf(tx, actor, user);
    await deleteAll(tx, actor, user);
  });
  notify(user, 'Two-step login was reset by an administrator.');
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
  return recent.find(({ fields }) =>
    SECOND_FACTOR_FIELDS.some((field) => Object.hasOwn(fields, field)),
  )?.at;
}
