import { and, eq, isNull } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { forbidden } from '~/refusal';
import { isAdmin, type Viewer } from '~/models/access';

/** Whether the viewer is an admin who has not said that the first steps are not needed any more. */
export async function wantsFirstSteps(viewer: Viewer): Promise<boolean> {
  if (!isAdmin(viewer)) return false;
  return Boolean(await db.$count(users, isOpenFor(viewer)));
}

/** Throws 403 unless the viewer is an admin. */
export async function dismissFirstSteps(viewer: Viewer): Promise<void> {
  if (!isAdmin(viewer)) throw forbidden('Admin access required.');
  await transaction(async (tx) => {
    await tx.update(users).set({ stepsDismissedAt: new Date() }).where(isOpenFor(viewer));
  });
}

function isOpenFor({ id }: Viewer) {
  return and(eq(users.id, id), isNull(users.stepsDismissedAt));
}
