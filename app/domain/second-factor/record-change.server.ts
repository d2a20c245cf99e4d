import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type FieldChanges, pendingLogins, type User } from '#db/schema';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { composeSecondFactorMail, type MailRecipient } from '~/domain/mail/compose.server';
import { sendMail } from '~/domain/mail/send.server';

/**
 * Writes a change of the second factor into the history, and ends the logins that have begun. The
 * notice goes out after the commit.
 */
export async function recordSecondFactorChange(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
  fields: FieldChanges,
): Promise<void> {
  await recordHistory(tx, actor, [userEvent(user, 'changed', fields)]);
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, user.id));
}

/** Tells a user what has happened, as a sentence. */
export function sendSecondFactorNotice(user: MailRecipient, event: string): void {
  sendMail(composeSecondFactorMail(user, event));
}
