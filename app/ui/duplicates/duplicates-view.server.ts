import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  lte,
  max,
  min,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { formatDate, formatDateTime } from '~/domain/date/format';
import { type Locale } from '~/domain/date/locale';
import { DEAL_FIELDS, DEAL_LABELS, type DealField } from '~/domain/deal/fields';
import { formatDealField } from '~/domain/deal/format';
import { getRoundLabel } from '~/domain/deal/offered-values';
import { type Page, paginate } from '~/domain/pagination';
import { getDisplayName, getShortName } from '~/domain/user/names';
import { getVisibilityKey, visibleTo } from '~/domain/visibility.server';

/** Deals that are named in a group of the list, and that are shown side by side. */
const MAX_NAMED_DEALS = 5;
const MAX_COMPARED_DEALS = 10;

const NEWEST_FIRST = [desc(deals.createdAt), desc(deals.id)];

/** The deals of the company whose key the address carries, else the companies with several deals. */
export async function loadDuplicatesPage(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const key = params.get('key');
  return {
    compared: key ? await loadComparedView(viewer, key, locale) : undefined,
    duplicates: key ? undefined : await loadDuplicatesView(viewer, params, locale),
  };
}

/** One page of the groups of visible deals of one company, the largest first. */
export async function loadDuplicatesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const scope = `duplicates ${getVisibilityKey(viewer)}`;
  const total = await cacheUntilCommit(scope, () => countGroups(viewer));
  const { pager, slice } = paginate(params, total);
  const groups = await cacheUntilCommit(`${scope} ${slice.limit} ${slice.offset}`, () =>
    listGroups(viewer, slice),
  );
  const named = await listNamedDeals(
    viewer,
    groups.map(({ key }) => key),
  );
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
          round: fundingRound ? getRoundLabel(fundingRound) : undefined,
          created: formatDate(createdAt, locale),
        })),
    })),
  };
}
export type DuplicatesView = Awaited<ReturnType<typeof loadDuplicatesView>>;

/**
 * The newest visible deals of one company, at most ten, side by side: every field that one of them
 * has, and whether the viewer may delete and merge it.
 */
async function loadComparedView(viewer: Viewer, key: string, locale: Locale) {
  const ofGroup = and(or(isInGroups([key]), eq(companyKey, key)), visibleTo(viewer));
  const dealRows = await db
    .select({ deal: deals, owner: users })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(ofGroup)
    .orderBy(...NEWEST_FIRST)
    .limit(MAX_COMPARED_DEALS);
  return {
    key,
    total: await db.$count(deals, ofGroup),
    deals: dealRows.map(({ deal }) => ({
      id: deal.id,
      companyName: deal.companyName,
      isInCharge: canManageDeal(viewer, deal),
    })),
    rows: toComparedRows(dealRows, locale),
  };
}
export type ComparedView = Awaited<ReturnType<typeof loadComparedView>>;

const { companyKey } = deals;
/** The same for Müller, Mueller and Muller (rule 16.80). */
const normalizedSpelling = sql<string>`replace(replace(replace(${companyKey}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`;

/**
 * Blue and Blu are two companies; Mueller and Muller are one if there is a Müller. Read from the
 * index `pipelines_company` alone, apart from names of two spellings.
 */
function selectGroups(viewer: Viewer) {
  const groups = db
    .select({
      key: normalizedSpelling.as('spelling'),
      deals: count().as('deals'),
      keys: countDistinct(companyKey).as('keys'),
      first: min(companyKey).as('first'),
      last: max(companyKey).as('last'),
    })
    .from(deals)
    .where(and(ne(companyKey, ''), visibleTo(viewer)))
    .groupBy(normalizedSpelling)
    .having(gt(count(), 1))
    .as('groups');
  const { key, deals: dealCount, keys, first, last } = groups;
  const isSpelledOut = exists(
    db
      .select({ id: deals.id })
      .from(deals)
      .where(
        and(
          or(eq(companyKey, first), eq(companyKey, last)),
          sql`${deals.companyName} glob '*[äöüÄÖÜ]*'`,
        ),
      ),
  );
  return db
    .select({ key, deals: dealCount })
    .from(groups)
    .where(or(gt(dealCount, keys), isSpelledOut));
}

/** Deals of these groups, found in the same index. */
const isInGroups = (keys: string[]) =>
  inArray(
    deals.id,
    db.select({ id: deals.id }).from(deals).where(inArray(normalizedSpelling, keys)),
  );

async function countGroups(viewer: Viewer): Promise<number> {
  return db.$count(selectGroups(viewer).as('companies'));
}

async function listGroups(viewer: Viewer, { limit, offset }: Page) {
  return selectGroups(viewer)
    .orderBy(desc(sql`deals`), asc(sql`spelling`))
    .limit(limit)
    .offset(offset);
}

/** The newest visible deals of each of these groups. */
async function listNamedDeals(viewer: Viewer, keys: string[]) {
  const ranked = db
    .select({
      id: deals.id,
      rank: sql<number>`row_number() over (partition by ${normalizedSpelling}
        order by ${deals.createdAt} desc, ${deals.id} desc)`.as('rank'),
    })
    .from(deals)
    .where(and(isInGroups(keys), visibleTo(viewer)))
    .as('ranked');
  return db
    .select({
      id: deals.id,
      key: normalizedSpelling,
      companyName: deals.companyName,
      fundingRound: deals.fundingRound,
      createdAt: deals.createdAt,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(ranked)
    .innerJoin(deals, eq(deals.id, ranked.id))
    .innerJoin(users, eq(users.id, deals.userId))
    .where(lte(ranked.rank, MAX_NAMED_DEALS))
    .orderBy(...NEWEST_FIRST);
}

interface ComparedDeal {
  deal: typeof deals.$inferSelect;
  owner: typeof users.$inferSelect;
}

interface ComparedRow {
  label: string;
  values: string[];
  difference?: 'Differs' | 'Partly empty';
}

function toComparedRows(compared: ComparedDeal[], locale: Locale): ComparedRow[] {
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

function formatFieldValue(field: DealField, deal: ComparedDeal['deal'], locale: Locale): string {
  const shown = formatDealField(field, deal, locale) ?? '';
  return Array.isArray(shown) ? shown.join(', ') : shown;
}

/** Two deals with different values weigh more than one without a value. */
function getDifference(values: string[]): ComparedRow['difference'] {
  if (new Set(values.filter(Boolean)).size > 1) return 'Differs';
  return values.includes('') ? 'Partly empty' : undefined;
}
