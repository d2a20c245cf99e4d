import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { importColumns, type ImportSheet } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getColumnLetter } from '~/domain/import/reading/cell';
import { normalizeHeader } from './header';
import { isRepeatableTarget, isTarget, KEEP_AS_FIELD, listTargets } from './targets';

const MAX_REMEMBERED_COLUMNS = 2_000;

/** Returns the name that each column is remembered by; undefined for a column without header. */
function listHeaderNames(headers: string[]): (string | undefined)[] {
  const keys = headers.map(normalizeHeader);
  return headers.map((header, column) => {
    if (header === `Column ${getColumnLetter(column)}`) return undefined;
    const key = keys[column]!;
    const isOnly = keys.indexOf(key) === keys.lastIndexOf(key);
    return key && isOnly ? key : header.toLowerCase();
  });
}

type MappedSheet = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

export async function rememberTargets(
  tx: Db,
  viewer: Viewer,
  sheet: MappedSheet,
  offered: MappedSheet['targets'],
): Promise<void> {
  const { holds, headers, targets } = sheet;
  if (holds === 'ignored') return;
  const usedAt = new Date();
  const names = listHeaderNames(headers);
  const columns = names.flatMap((name, i) => {
    const target = targets[i] ?? null;
    // New fields are created once: the next file finds them by name.
    const isRemembered = name && target !== KEEP_AS_FIELD.key;
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
    names.flatMap((name, i) => ((targets[i] ?? null) === (offered[i] ?? null) ? [] : (name ?? []))),
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
    .limit(MAX_REMEMBERED_COLUMNS);
  await tx.delete(importColumns).where(and(eq(userId, viewer.id), notInArray(sql`rowid`, recent)));
}

/**
 * Prefers the guess to a remembered target: always for labels of our exports; elsewhere a label is
 * not mapped to another field, but may have been ignored.
 */
function isSettledByLabel(sheet: MappedSheet, column: number, remembered: string | null): boolean {
  const { holds, headers, targets } = sheet;
  const plain = normalizeHeader(headers[column]!);
  const isLabel = listTargets(holds).some(({ label }) => normalizeHeader(label) === plain);
  const isExport = targets.includes('reference');
  return isLabel && (isExport || (remembered !== null && targets[column] !== null));
}

/**
 * Returns the target of each column: the guess for a label of our export, else the remembered
 * target, else the guess; each target once, the latest choice first.
 */
export async function applyRememberedTargets(
  viewer: Viewer,
  sheet: MappedSheet,
): Promise<MappedSheet['targets']> {
  const { holds, headers, targets: guessed } = sheet;
  if (holds === 'ignored') return guessed;
  const names = listHeaderNames(headers);
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
  const targets: MappedSheet['targets'] = headers.map(() => null);
  const assign = (column: number, target: string | null) => {
    // Targets may be gone in a newer version.
    const isKnown = target && target !== KEEP_AS_FIELD.key && isTarget(holds, target);
    const isFree = isRepeatableTarget(target) || !targets.includes(target);
    if (isKnown && isFree) targets[column] = target;
  };
  const remembered = rows.map(({ header, target }) => ({
    column: names.indexOf(header),
    target,
  }));
  const settled = remembered.filter(({ column, target }) =>
    isSettledByLabel(sheet, column, target),
  );
  for (const { column } of settled) assign(column, guessed[column] ?? null);
  const settledColumns = new Set(settled.map(({ column }) => column));
  for (const { column, target } of remembered)
    if (!settledColumns.has(column)) assign(column, target);
  const known = new Set(rows.map(({ header }) => header));
  for (const [column, target] of guessed.entries())
    if (!known.has(names[column] ?? '')) assign(column, target);
  return targets;
}
