import { and, eq, isNull } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { isAdmin, type Viewer } from '~/domain/access';
import { forbidden } from '~/errors';

export async function hasOpenFirstSteps(viewer: Viewer): Promise<boolean> {
  if (!isAdmin(viewer)) return false;
  return Boolean(await db.$count(users, isFirstStepsOpen(viewer)));
}

export async function dismissFirstSteps(viewer: Viewer): Promise<void> {
  if (!isAdmin(viewer)) throw forbidden('Admin access required.');
  await transaction(async (tx) => {
    await tx.update(users).set({ stepsDismissedAt: new Date() }).where(isFirstStepsOpen(viewer));
  });
}

function isFirstStepsOpen({ id }: Viewer) {
  return and(eq(users.id, id), isNull(users.stepsDismissedAt));
}
