import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, importRows, type RowKind } from '#db/schema';
import { PREVIEW_ROW_KINDS } from '~/domain/import/record/labels';
import { paginate } from '~/domain/pagination';

/** Order in which kinds need attention. */
const KINDS_BY_ATTENTION: RowKind[] = [
  ...(['conflict', 'duplicate', 'error', 'new', 'changed', 'unchanged', 'leftOut'] as const),
];

/** The kind of row that a page shows: the one in its address, else the first that has rows. */
function getShownKind(params: URLSearchParams, counts: Partial<Record<RowKind, number>>): RowKind {
  const chosen = PREVIEW_ROW_KINDS.find((kind) => kind === params.get('kind'));
  return chosen ?? KINDS_BY_ATTENTION.find((kind) => counts[kind]) ?? 'new';
}

/** A conflict has many values to choose from, so a page holds fewer. */
export const PAGE_SIZES: Partial<Record<RowKind, string>> = { conflict: '25' };

/** The kind of rows in the preview's address, and those that are on its page. */
export async function listShownRows(
  { id, counts }: Pick<Import, 'id' | 'counts'>,
  params: URLSearchParams,
) {
  const kind = getShownKind(params, counts);
  const page = params.get('page') ?? '1';
  const size = PAGE_SIZES[kind] ?? '50';
  const { pager, slice } = paginate(new URLSearchParams({ page, size }), counts[kind] ?? 0);
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, kind)))
    .orderBy(asc(importRows.n))
    .limit(slice.limit)
    .offset(slice.offset);
  return { kind, pager, rows };
}
