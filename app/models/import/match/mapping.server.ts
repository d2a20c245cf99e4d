import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { importColumns, type ImportSheet } from '#db/schema';
import type { Viewer } from '~/models/access';
import { columnLetter } from '~/models/import/cell';
import { plainHeader } from './columns';
import { isTarget } from './targets';

/** How many columns are remembered for each user. */
const MOST = 2_000;

/** Undefined for a column without a name of its own. */
function nameOf(header: string, column: number): string | undefined {
  return header === `Column ${columnLetter(column)}` ? undefined : plainHeader(header) || header;
}

type Mapped = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/** Remembers the columns of a sheet for the user's next file that has some of them (rule 16.24). */
export async function rememberTargets(tx: Db, viewer: Viewer, sheet: Mapped): Promise<void> {
  const { holds, headers, targets } = sheet;
  if (holds === 'ignored') return;
  const usedAt = new Date();
  const columns = headers.flatMap((header, i) => {
    const name = nameOf(header, i);
    const target = targets[i] ?? null;
    return name ? [{ userId: viewer.id, holds, header: name, target, usedAt }] : [];
  });
  if (!columns.length) return;
  const { userId, header } = importColumns;
  const stored = { target: sql`excluded.target`, usedAt: sql`excluded.used_at` };
  await tx
    .insert(importColumns)
    .values(columns)
    .onConflictDoUpdate({ target: [userId, importColumns.holds, header], set: stored });
  const recent = tx
    .select({ id: sql`rowid` })
    .from(importColumns)
    .where(eq(userId, viewer.id))
    .orderBy(desc(importColumns.usedAt))
    .limit(MOST);
  await tx.delete(importColumns).where(and(eq(userId, viewer.id), notInArray(sql`rowid`, recent)));
}

/**
 * The field of each column: what the user chose the last time for a column of this name, else the
 * guess; each field once, the one that was chosen last first.
 */
export async function rememberedTargets(viewer: Viewer, sheet: Mapped): Promise<Mapped['targets']> {
  const { holds, headers, targets: guessed } = sheet;
  if (holds === 'ignored') return guessed;
  const names = headers.map(nameOf);
  const rows = await db
    .select({ header: importColumns.header, target: importColumns.target })
    .from(importColumns)
    .where(
      and(
        eq(importColumns.userId, viewer.id),
        eq(importColumns.holds, holds),
        inArray(
          importColumns.header,
          names.filter((name) => name !== undefined),
        ),
      ),
    )
    .orderBy(desc(importColumns.usedAt));
  const targets: Mapped['targets'] = headers.map(() => null);
  const give = (column: number, target: string | null) => {
    // A field may be gone in a newer version.
    if (target && isTarget(holds, target) && !targets.includes(target)) targets[column] = target;
  };
  for (const { header, target } of rows) give(names.indexOf(header), target);
  const known = new Set(rows.map(({ header }) => header));
  for (const [column, target] of guessed.entries())
    if (!known.has(names[column] ?? '')) give(column, target);
  return targets;
}
