import { parseColumns } from '~/address/columns';
import { parseDealQuery } from '~/address/deal-query';
import type { Viewer } from '~/domain/access';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { countDeals } from '~/domain/deal/count.server';
import type { DealQuery } from '~/domain/deal/query';
import { SORT_LABELS } from '~/domain/deal/sort';
import { getDisplayName } from '~/domain/person/names';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { loadActiveFilters } from './active-filters-view.server';
import { listShownCustomFields } from './custom-field-cells.server';
import { MAX_PRINTED_DEALS, streamPrintRows } from './print-rows.server';
import { getSortLabel } from './sort-options.server';

export async function loadPrintedList(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const columns = await getShownColumns(viewer, parseColumns(params.get('columns')));
  const fields = await listShownCustomFields(columns);
  const customColumns = { fields, people: await listReferencedPeople(fields) };
  const customHeads = fields.map(({ key, name }) => ({
    column: toCustomFieldName(key),
    label: name,
  }));
  const head = { ...(await loadPrintHead(viewer, query, locale)), columns, customHeads };
  return { head, rows: streamPrintRows(viewer, query, locale, customColumns) };
}

async function loadPrintHead(viewer: Viewer, query: DealQuery, locale: Locale) {
  const [total, filters] = await Promise.all([
    countDeals(viewer, query),
    loadActiveFilters(viewer, query),
  ]);
  return {
    total,
    printed: Math.min(total, MAX_PRINTED_DEALS),
    filters: filters.map(({ label, value }) => `${label}: ${value}`),
    order: (await getSortLabel(query.sort)) ?? SORT_LABELS.newest,
    at: formatDateTime(new Date(), locale),
    by: getDisplayName(viewer),
  };
}
export type PrintHead = Awaited<ReturnType<typeof loadPrintHead>>;
