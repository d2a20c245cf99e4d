import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { importColumns, type ImportSheet } from '#db/schema';
import type { Viewer } from '~/models/access';
import { columnLetter } from '~/models/import/cell';
import { plainHeader } from './columns';
import { isTarget, KEEP, targetsOf } from './targets';

/** How many columns are remembered for each user. */
const MOST = 2_000;

/** Undefined for a column without a name of its own. */
function nameOf(header: string, column: number): string | undefined {
  return header === `Column ${columnLetter(column)}` ? undefined : plainHeader(header) || header;
}

type Mapped = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/**
 * Remembers the fields that a person chose for columns of a sheet (rule 16.24): those that differ from
 * `offered`, and those remembered before that were offered and kept.
 */
export async function rememberTargets(
  tx: Db,
  viewer: Viewer,
  sheet: Mapped,
  offered: Mapped['targets'],
): Promise<void> {
  const { holds, headers, targets } = sheet;
  if (holds === 'ignored') return;
  const usedAt = new Date();
  const columns = headers.flatMap((header, i) => {
    const name = nameOf(header, i);
    const target = targets[i] ?? null;
    // A field is created once: the next file finds it by its name.
    const isRemembered = name && target !== KEEP.key;
    return isRemembered ? [{ userId: viewer.id, holds, header: name, target, usedAt }] : [];
  });
  const { userId, header } = importColumns;
  const isOfViewer = and(eq(userId, viewer.id), eq(importColumns.holds, holds));
  const known = await tx
    .select({ header })
    .from(importColumns)
    .where(
      and(
        isOfViewer,
        inArray(
          header,
          columns.map((column) => column.header),
        ),
      ),
    );
  const knownNames = new Set(known.map((column) => column.header));
  const changedNames = new Set(
    headers.flatMap((name, i) =>
      (targets[i] ?? null) === (offered[i] ?? null) ? [] : (nameOf(name, i) ?? []),
    ),
  );
  const chosen = columns.filter(
    (column) => knownNames.has(column.header) || changedNames.has(column.header),
  );
  if (!chosen.length) return;
  const stored = { target: sql`excluded.target`, usedAt: sql`excluded.used_at` };
  await tx
    .insert(importColumns)
    .values(chosen)
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
 * Whether the guess for a column stands whatever is remembered: in an export of ours every label
 * does; elsewhere a label is not taken for another field, but may have been ignored.
 */
function isSettledByLabel(sheet: Mapped, column: number, remembered: string | null): boolean {
  const { holds, headers, targets } = sheet;
  const plain = plainHeader(headers[column]!);
  const isLabel = targetsOf(holds).some(({ label }) => plainHeader(label) === plain);
  const isExport = targets.includes('reference');
  return isLabel && (isExport || (remembered !== null && targets[column] !== null));
}

/**
 * The field of each column: the guess for a label of our export, else what the user chose the last
 * time for a column of this name, else the guess; each field once, the latest choice first.
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
    const isKnown = target && target !== KEEP.key && isTarget(holds, target);
    if (isKnown && !targets.includes(target)) targets[column] = target;
  };
  const remembered = rows.map(({ header, target }) => ({
    column: names.indexOf(header),
    target,
  }));
  const settled = remembered.filter(({ column, target }) =>
    isSettledByLabel(sheet, column, target),
  );
  for (const { column } of settled) give(column, guessed[column] ?? null);
  const settledColumns = new Set(settled.map(({ column }) => column));
  for (const { column, target } of remembered)
    if (!settledColumns.has(column)) give(column, target);
  const known = new Set(rows.map(({ header }) => header));
  for (const [column, target] of guessed.entries())
    if (!known.has(names[column] ?? '')) give(column, target);
  return targets;
}
