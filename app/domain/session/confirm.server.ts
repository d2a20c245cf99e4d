import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { hashKey } from '~/domain/key.server';
import { findViewer } from './viewer.server';

const CONFIRMATION_TTL_MS = 10 * 60 * 1000;

export async function confirmSession(id: string): Promise<void> {
  await transactionUsingReserve(async (tx) =>
    tx
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.sid, hashKey(id))),
  );
}

/** Returns false after the clock was set back. */
export async function isSessionConfirmed(id: string): Promise<boolean> {
  const confirmedAt = (await findViewer(id))?.confirmedAt;
  const since = Date.now() - (confirmedAt?.getTime() ?? 0);
  return since >= 0 && since < CONFIRMATION_TTL_MS;
}
