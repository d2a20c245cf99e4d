import { and, asc, count, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { forbidden } from '~/refusal';
import { isStaff, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { type Page, pageOf } from '~/models/page';
import { displayName, shortName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { fieldText } from '~/models/pipeline/texts';
import { PIPELINE_FIELDS, type PipelineField } from '~/models/pipeline/fields';
import { PIPELINE_LABELS } from '~/models/pipeline/labels';
import { roundLabel } from '~/models/pipeline/options';

/** Deals that are named in a group of the list, and that are shown side by side. */
const NAMED = 5;
const COMPARED = 10;

const newestFirst = [desc(pipelines.createdAt), desc(pipelines.id)];

/** One page of the groups of deals of one company, the largest first. Throws 403 unless staff. */
export async function doublesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  checkStaff(viewer);
  const total = await cachedUntilCommit('doubles', countGroups);
  const { pager, slice } = pageOf(params, total);
  const groups = await cachedUntilCommit(`doubles ${slice.limit} ${slice.offset}`, () =>
    readGroups(slice),
  );
  const named = await readNamed(groups.map(({ key }) => key));
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
export type DoublesView = Awaited<ReturnType<typeof doublesView>>;

/**
 * The newest deals of one company, at most ten, side by side: every field that one of them has.
 * Throws 403 unless staff.
 */
export async function comparedView(viewer: Viewer, key: string, locale: Locale) {
  checkStaff(viewer);
  const ofGroup = and(eq(pipelines.companyKey, key), visibleTo(viewer));
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
    deals: deals.map(({ deal: { id, companyName } }) => ({ id, companyName })),
    rows: comparedRows(deals, locale),
  };
}
export type ComparedView = Awaited<ReturnType<typeof comparedView>>;

function checkStaff(viewer: Viewer): void {
  if (!isStaff(viewer)) throw forbidden();
}

const { companyKey } = pipelines;
/** Read from the index `pipelines_company` alone. */
const groupedByKey = () =>
  db
    .select({ key: companyKey, deals: count().as('deals') })
    .from(pipelines)
    .where(ne(companyKey, ''))
    .groupBy(companyKey)
    .having(({ deals }) => gt(deals, 1));

async function countGroups(): Promise<number> {
  return db.$count(groupedByKey().as('groups'));
}

async function readGroups({ limit, offset }: Page) {
  return groupedByKey()
    .orderBy(desc(sql`deals`), asc(companyKey))
    .limit(limit)
    .offset(offset);
}

/** The newest deals of each of these groups. */
async function readNamed(keys: string[]) {
  const ranked = db
    .select({
      id: pipelines.id,
      rank: sql<number>`row_number() over (partition by ${companyKey}
        order by ${pipelines.createdAt} desc, ${pipelines.id} desc)`.as('rank'),
    })
    .from(pipelines)
    .where(inArray(companyKey, keys))
    .as('ranked');
  return db
    .select({
      id: pipelines.id,
      key: companyKey,
      companyName: pipelines.companyName,
      fundingRound: pipelines.fundingRound,
      createdAt: pipelines.createdAt,
      owner: { firstName: users.firstName, email: users.email },
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
  difference?: 'Differs' | 'Not in all';
}

function comparedRows(compared: Compared[], locale: Locale): ComparedRow[] {
  const about = [
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
    ...about,
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
  return values.includes('') ? 'Not in all' : undefined;
}
