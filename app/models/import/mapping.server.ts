import { createHash } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { importMappings, type ImportSheet } from '#db/schema';
import type { Viewer } from '~/models/access';
import { plainHeader } from './columns';
import { isTarget } from './targets';

/** How many mappings are remembered for each user. */
const MOST = 50;

type Mapped = Pick<ImportSheet, 'holds' | 'headers'>;

function headersKey({ holds, headers }: Mapped): string {
  const text = JSON.stringify([holds, ...headers.map(plainHeader)]);
  return createHash('sha256').update(text).digest('hex');
}

/** Remembers the columns of a sheet for the user's next file with the same headers. */
export async function rememberTargets(
  tx: Db,
  viewer: Viewer,
  sheet: Mapped & Pick<ImportSheet, 'targets'>,
): Promise<void> {
  if (sheet.holds === 'ignored') return;
  const { targets } = sheet;
  const values = { targets, usedAt: new Date() };
  const { userId, headers, usedAt } = importMappings;
  await tx
    .insert(importMappings)
    .values({ userId: viewer.id, headers: headersKey(sheet), ...values })
    .onConflictDoUpdate({ target: [userId, headers], set: values });
  const kept = tx
    .select({ headers })
    .from(importMappings)
    .where(eq(userId, viewer.id))
    .orderBy(desc(usedAt))
    .limit(MOST);
  await tx.delete(importMappings).where(and(eq(userId, viewer.id), notInArray(headers, kept)));
}

/** What the user chose for these headers the last time; undefined if they are new to them. */
export async function rememberedTargets(
  viewer: Viewer,
  sheet: Mapped,
): Promise<ImportSheet['targets'] | undefined> {
  const [found] = await db
    .select({ targets: importMappings.targets })
    .from(importMappings)
    .where(
      and(eq(importMappings.userId, viewer.id), eq(importMappings.headers, headersKey(sheet))),
    );
  // A field may be gone in a newer version.
  return found?.targets.map((target) => (target && isTarget(sheet.holds, target) ? target : null));
}
