import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type FieldChanges, pendingLogins, type User } from '#db/schema';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { composeSecondFactorMail, type MailRecipient } from '~/domain/mail/compose.server';
import { sendMail } from '~/domain/mail/send.server';

/** Records a change of the second factor and ends pending logins. Callers send the notice after the commit. */
export async function recordSecondFactorChange(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
  fields: FieldChanges,
): Promise<void> {
  await recordHistory(tx, actor, [userEvent(user, 'changed', fields)]);
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, user.id));
}

export function sendSecondFactorNotice(user: MailRecipient, event: string): void {
  sendMail(composeSecondFactorMail(user, event));
}
