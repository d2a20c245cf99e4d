import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { getCustomFieldSortKey, type Sort, SORT_LABELS } from '~/domain/deal/sort';

export async function listSortOptions(sorts: readonly Sort[], sort: DealQuery['sort']) {
  const offered = [...new Set([...sorts, sort])];
  const labels = await Promise.all(offered.map(getSortLabel));
  return offered.flatMap((value, i) => (labels[i] ? { value, label: labels[i] } : []));
}

export async function getSortLabel(sort: DealQuery['sort']): Promise<string | undefined> {
  const key = getCustomFieldSortKey(sort);
  if (!key) return SORT_LABELS[sort as Sort];
  const field = (await listActiveCustomFields()).find((candidate) => candidate.key === key);
  return field && `${field.name}, ${sort.endsWith('_asc') ? 'ascending' : 'descending'}`;
}
