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
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { isInCharge, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { type Page, pageOf } from '~/models/page';
import { displayName, shortName } from '~/models/text';
import { visibleScope, visibleTo } from '~/models/visibility.server';
import { fieldText } from '~/models/pipeline/texts';
import { PIPELINE_FIELDS, PIPELINE_LABELS, type PipelineField } from '~/models/pipeline/fields';
import { roundLabel } from '~/models/pipeline/options';

/** Deals that are named in a group of the list, and that are shown side by side. */
const NAMED = 5;
const COMPARED = 10;

const newestFirst = [desc(pipelines.createdAt), desc(pipelines.id)];

/** The deals of the company whose key the address carries, else the companies with several deals. */
export async function duplicatesPage(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const key = params.get('key');
  return {
    compared: key ? await comparedView(viewer, key, locale) : undefined,
    duplicates: key ? undefined : await duplicatesView(viewer, params, locale),
  };
}

/** One page of the groups of visible deals of one company, the largest first. */
export async function duplicatesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const scope = `duplicates ${visibleScope(viewer)}`;
  const total = await cachedUntilCommit(scope, () => countGroups(viewer));
  const { pager, slice } = pageOf(params, total);
  const groups = await cachedUntilCommit(`${scope} ${slice.limit} ${slice.offset}`, () =>
    readGroups(viewer, slice),
  );
  const named = await readNamed(
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
          owner: shortName(owner),
          round: fundingRound ? roundLabel(fundingRound) : undefined,
          created: formatDate(createdAt, locale),
        })),
    })),
  };
}
export type DuplicatesView = Awaited<ReturnType<typeof duplicatesView>>;

/**
 * The newest visible deals of one company, at most ten, side by side: every field that one of them
 * has, and whether the viewer may delete and merge it.
 */
async function comparedView(viewer: Viewer, key: string, locale: Locale) {
  const ofGroup = and(or(ofGroups([key]), eq(companyKey, key)), visibleTo(viewer));
  const deals = await db
    .select({ deal: pipelines, owner: users })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(ofGroup)
    .orderBy(...newestFirst)
    .limit(COMPARED);
  return {
    key,
    total: await db.$count(pipelines, ofGroup),
    deals: deals.map(({ deal }) => ({
      id: deal.id,
      companyName: deal.companyName,
      isInCharge: isInCharge(viewer, deal),
    })),
    rows: comparedRows(deals, locale),
  };
}
export type ComparedView = Awaited<ReturnType<typeof comparedView>>;

const { companyKey } = pipelines;
/** The same for Müller, Mueller and Muller (rule 16.80). */
const spelling = sql<string>`replace(replace(replace(${companyKey}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`;

/**
 * Blue and Blu are two companies; Mueller and Muller are one if there is a Müller. Read from the
 * index `pipelines_company` alone, apart from names of two spellings.
 */
function groupsOf(viewer: Viewer) {
  const groups = db
    .select({
      key: spelling.as('spelling'),
      deals: count().as('deals'),
      keys: countDistinct(companyKey).as('keys'),
      first: min(companyKey).as('first'),
      last: max(companyKey).as('last'),
    })
    .from(pipelines)
    .where(and(ne(companyKey, ''), visibleTo(viewer)))
    .groupBy(spelling)
    .having(gt(count(), 1))
    .as('groups');
  const { key, deals, keys, first, last } = groups;
  const isSpelledOut = exists(
    db
      .select({ id: pipelines.id })
      .from(pipelines)
      .where(
        and(
          or(eq(companyKey, first), eq(companyKey, last)),
          sql`${pipelines.companyName} glob '*[äöüÄÖÜ]*'`,
        ),
      ),
  );
  return db
    .select({ key, deals })
    .from(groups)
    .where(or(gt(deals, keys), isSpelledOut));
}

/** Deals of these groups, found in the same index. */
const ofGroups = (keys: string[]) =>
  inArray(
    pipelines.id,
    db.select({ id: pipelines.id }).from(pipelines).where(inArray(spelling, keys)),
  );

async function countGroups(viewer: Viewer): Promise<number> {
  return db.$count(groupsOf(viewer).as('companies'));
}

async function readGroups(viewer: Viewer, { limit, offset }: Page) {
  return groupsOf(viewer)
    .orderBy(desc(sql`deals`), asc(sql`spelling`))
    .limit(limit)
    .offset(offset);
}

/** The newest visible deals of each of these groups. */
async function readNamed(viewer: Viewer, keys: string[]) {
  const ranked = db
    .select({
      id: pipelines.id,
      rank: sql<number>`row_number() over (partition by ${spelling}
        order by ${pipelines.createdAt} desc, ${pipelines.id} desc)`.as('rank'),
    })
    .from(pipelines)
    .where(and(ofGroups(keys), visibleTo(viewer)))
    .as('ranked');
  return db
    .select({
      id: pipelines.id,
      key: spelling,
      companyName: pipelines.companyName,
      fundingRound: pipelines.fundingRound,
      createdAt: pipelines.createdAt,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(ranked)
    .innerJoin(pipelines, eq(pipelines.id, ranked.id))
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(lte(ranked.rank, NAMED))
    .orderBy(...newestFirst);
}

interface Compared {
  deal: typeof pipelines.$inferSelect;
  owner: typeof users.$inferSelect;
}

interface ComparedRow {
  label: string;
  values: string[];
  difference?: 'Differs' | 'Partly empty';
}

function comparedRows(compared: Compared[], locale: Locale): ComparedRow[] {
  const rows = [
    { label: 'Owner', values: compared.map(({ owner }) => displayName(owner)) },
    {
      label: 'Created',
      values: compared.map(({ deal }) => formatDateTime(deal.createdAt, locale)),
    },
    {
      label: 'Last updated',
      values: compared.map(({ deal }) => formatDateTime(deal.updatedAt, locale)),
    },
  ];
  const fields = PIPELINE_FIELDS.map((field) => ({
    label: PIPELINE_LABELS[field.key],
    values: compared.map(({ deal }) => valueOf(field, deal, locale)),
  }));
  return [
    ...rows,
    ...fields
      .filter(({ values }) => values.some(Boolean))
      .map((row) => ({ ...row, difference: differenceOf(row.values) })),
  ];
}

function valueOf(field: PipelineField, deal: Compared['deal'], locale: Locale): string {
  const shown = fieldText(field, deal, locale) ?? '';
  return Array.isArray(shown) ? shown.join(', ') : shown;
}

/** Two deals with different values weigh more than one without a value. */
function differenceOf(values: string[]): ComparedRow['difference'] {
  if (new Set(values.filter(Boolean)).size > 1) return 'Differs';
  return values.includes('') ? 'Partly empty' : undefined;
}
