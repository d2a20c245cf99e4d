import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type ImportRow, importRows, type RowKind } from '#db/schema';
import type { Page } from '~/domain/pagination';

export async function listRowsOfKind(
  importId: number,
  kind: RowKind,
  { limit, offset }: Page,
): Promise<ImportRow[]> {
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.kind, kind)))
    .orderBy(asc(importRows.n))
    .limit(limit)
    .offset(offset);
}

export async function hasImportRows(importId: number): Promise<boolean> {
  const [row] = await db
    .select({ n: importRows.n })
    .from(importRows)
    .where(eq(importRows.importId, importId))
    .limit(1);
  return row !== undefined;
}
