import type { Import, RowKind } from '#db/schema';
import { paginate, parsePageNumber } from '~/address/page';
import { listRowsOfKind } from '~/domain/import/preview/list-rows.server';
import { PREVIEW_ROW_KINDS } from '~/format/import';

const KINDS_BY_ATTENTION: RowKind[] = [
  'conflict',
  'duplicate',
  'error',
  'new',
  'changed',
  'unchanged',
  'leftOut',
];

export const CONFLICTS_PER_PAGE = 25;

const ROWS_PER_PAGE = 50;

export async function listShownRows(
  { id, counts }: Pick<Import, 'id' | 'counts'>,
  params: URLSearchParams,
) {
  const kind = getShownKind(params, counts);
  const page = parsePageNumber(params);
  const size = kind === 'conflict' ? CONFLICTS_PER_PAGE : ROWS_PER_PAGE;
  const { pager, slice } = paginate({ page, size }, counts[kind] ?? 0);
  return { kind, pager, rows: await listRowsOfKind(id, kind, slice) };
}

function getShownKind(params: URLSearchParams, counts: Import['counts']): RowKind {
  const chosen = PREVIEW_ROW_KINDS.find((kind) => kind === params.get('kind'));
  return chosen ?? KINDS_BY_ATTENTION.find((kind) => counts[kind]) ?? 'new';
}
