import { paginate, parsePage } from '~/address/page';
import { canManageDeal, type Viewer } from '~/domain/access';
import {
  countDuplicateGroups,
  type GroupDeal,
  listDuplicateGroups,
  listGroupDeals,
  listNewestInGroups,
} from '~/domain/deal/duplicate-groups.server';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { DEAL_FIELDS, DEAL_LABELS, type DealField } from '~/domain/deal-field/fields';
import { getDisplayName, getShortName } from '~/domain/person/names';
import { formatDate, formatDateTime } from '~/format/date';
import { formatDealField } from '~/format/deal-field';
import type { Locale } from '~/format/locale';

const MAX_NAMED_DEALS = 5;
const MAX_COMPARED_DEALS = 10;

export async function loadDuplicatesPage(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const key = params.get('key');
  return {
    compared: key ? await loadComparedView(viewer, key, locale) : undefined,
    duplicates: key ? undefined : await loadDuplicatesView(viewer, params, locale),
  };
}

export async function loadDuplicatesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { pager, slice } = paginate(parsePage(params), await countDuplicateGroups(viewer));
  const groups = await listDuplicateGroups(viewer, slice);
  const keys = groups.map(({ key }) => key);
  const named = await listNewestInGroups(viewer, keys, MAX_NAMED_DEALS);
  return {
    pager,
    groups: groups.map(({ key, deals }) => ({
      key,
      deals,
      named: named
        .filter((deal) => deal.key === key)
        .map(({ id, companyName, owner, fundingRound, createdAt }) => ({
          id,
          companyName,
          owner: getShortName(owner),
          round: fundingRound ? getFundingRoundLabel(fundingRound) : undefined,
          created: formatDate(createdAt, locale),
        })),
    })),
  };
}
export type DuplicatesView = Awaited<ReturnType<typeof loadDuplicatesView>>;

async function loadComparedView(viewer: Viewer, key: string, locale: Locale) {
  const { rows, total } = await listGroupDeals(viewer, key, MAX_COMPARED_DEALS);
  return {
    key,
    total,
    deals: rows.map(({ deal }) => ({
      id: deal.id,
      companyName: deal.companyName,
      canManageDeal: canManageDeal(viewer, deal),
    })),
    rows: toComparedRows(rows, locale),
  };
}
export type ComparedView = Awaited<ReturnType<typeof loadComparedView>>;

interface ComparedRow {
  label: string;
  values: string[];
  difference?: 'Differs' | 'Partly empty';
}

function toComparedRows(compared: GroupDeal[], locale: Locale): ComparedRow[] {
  const rows = [
    { label: 'Owner', values: compared.map(({ owner }) => getDisplayName(owner)) },
    {
      label: 'Created',
      values: compared.map(({ deal }) => formatDateTime(deal.createdAt, locale)),
    },
    {
      label: 'Last updated',
      values: compared.map(({ deal }) => formatDateTime(deal.updatedAt, locale)),
    },
  ];
  const fields = DEAL_FIELDS.map((field) => ({
    label: DEAL_LABELS[field.key],
    values: compared.map(({ deal }) => formatFieldValue(field, deal, locale)),
  }));
  return [
    ...rows,
    ...fields
      .filter(({ values }) => values.some(Boolean))
      .map((row) => ({ ...row, difference: getDifference(row.values) })),
  ];
}

function formatFieldValue(field: DealField, deal: GroupDeal['deal'], locale: Locale): string {
  const shown = formatDealField(field, deal, locale) ?? '';
  return Array.isArray(shown) ? shown.join(', ') : shown;
}

/** Ranks different values above a missing one. */
function getDifference(values: string[]): ComparedRow['difference'] {
  if (new Set(values.filter(Boolean)).size > 1) return 'Differs';
  return values.includes('') ? 'Partly empty' : undefined;
}
