import { and, eq, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type OwnField, ownValues, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { displayName, firstWords, namesText, shortName, truncated } from '~/models/text';
import { dueSoon, meetingDay } from '~/models/pipeline/texts';
import { countPipelines } from '~/models/pipeline/figures.server';
import { listPipelineIds } from '~/models/pipeline/list.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { type PipelineQuery, readPipelineQuery, SORT_LABELS } from '~/models/pipeline/query';
import { activeFields, namedPeople } from '~/models/field/fields.server';
import { ownName, type Person } from '~/models/field/values';
import { shownColumns } from '~/models/view/columns.server';
import { stageName } from '~/models/pipeline/write.server';
import { visibleTo } from '~/models/visibility.server';
import { filtersView } from './filters.server';
import { SHOWN_WORDS } from './list.server';
import { cellTexts, shownValues, sortLabel } from './own.server';

/** Deals on paper: some 1,000 pages. */
export const MOST_PRINTED = 10_000;
/** Characters of an introduction, and the most of which the first words of the numbers are taken. */
const INTRODUCTION = 600;
const NUMBERS = 1_200;
/** A deal has up to 50. */
const MAX_INDUSTRIES = 10;

/** The whole filtered list for paper; its rows are read as they are asked for. */
export async function printedList(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readPipelineQuery(params, locale);
  const columns = await shownColumns(viewer, params);
  const fields = (await activeFields()).filter(({ key }) => columns?.includes(ownName(key)));
  const own = { fields, people: await namedPeople(fields) };
  const labels = fields.map(({ name }) => name);
  const head = { ...(await printHead(viewer, query, locale)), columns, own: labels };
  return { head, rows: printRows(viewer, query, locale, own) };
}

async function printHead(viewer: Viewer, query: PipelineQuery, locale: Locale) {
  const [total, filters] = await Promise.all([
    countPipelines(viewer, query),
    filtersView(viewer, query),
  ]);
  return {
    total,
    printed: Math.min(total, MOST_PRINTED),
    filters: filters.map(({ label, value }) => `${label}: ${value}`),
    order: (await sortLabel(query.sort)) ?? SORT_LABELS.newest,
    at: formatDateTime(new Date(), locale),
    by: displayName(viewer),
  };
}
export type PrintHead = Awaited<ReturnType<typeof printHead>>;

/** The deals of the list, at most `MOST_PRINTED`, each read when it is asked for. */
async function* printRows(
  viewer: Viewer,
  query: PipelineQuery,
  locale: Locale,
  { fields, people }: { fields: OwnField[]; people: Person[] },
): AsyncGenerator<PrintRow> {
  const find = dealFinder(viewer, fields);
  for (const id of await listPipelineIds(viewer, query, { limit: MOST_PRINTED, offset: 0 })) {
    const deal = await find(id);
    if (!deal) continue;
    yield { ...printRow(deal, locale), own: cellTexts(fields, deal.own, people, locale) };
  }
}

const { industries, businessIntroduction, keyBusinessNumbers } = pipelines;

/** Finds what is printed of a deal: one may have 200 KB of texts. */
function dealFinder(viewer: Viewer, fields: OwnField[]) {
  const query = db
    .select({
      updatedAt: pipelines.updatedAt,
      companyName: pipelines.companyName,
      ceoName: pipelines.ceoName,
      owner: { email: users.email, firstName: users.firstName },
      stage: stageName,
      industries: sql<string>`(select json_group_array(value)
        from (select value from json_each(${industries}) limit ${MAX_INDUSTRIES}))`,
      industryCount: sql<number>`json_array_length(${industries})`,
      fundingRound: pipelines.fundingRound,
      targetFundingSize: pipelines.targetFundingSize,
      introduction: sql<string | null>`substr(${businessIntroduction}, 1, ${INTRODUCTION})`,
      numbers: sql<string | null>`substr(${keyBusinessNumbers}, 1, ${NUMBERS})`,
      evaluationScore: pipelines.evaluationScore,
      nextMeetingDate: pipelines.nextMeetingDate,
      meetingDays: pipelines.meetingDays,
      meetingDueAt: pipelines.meetingDueAt,
      own: fields.length ? shownValues(fields) : sql<string>`'{}'`,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .leftJoin(ownValues, eq(ownValues.pipelineId, pipelines.id))
    .where(and(eq(pipelines.id, sql.placeholder('id')), visibleTo(viewer)))
    .prepare();
  return async (id: number) => (await query.execute({ id }))[0];
}
type PrintedDeal = NonNullable<Awaited<ReturnType<ReturnType<typeof dealFinder>>>>;

function printRow(deal: PrintedDeal, locale: Locale) {
  const { introduction, numbers } = deal;
  return {
    updated: formatDate(deal.updatedAt, locale),
    company: deal.companyName,
    ceo: deal.ceoName,
    urgent: isUrgent(deal),
    owner: shortName(deal.owner),
    stage: deal.stage,
    industries: namesText(JSON.parse(deal.industries) as string[], deal.industryCount),
    round: deal.fundingRound && roundLabel(deal.fundingRound),
    size: deal.targetFundingSize,
    introduction: introduction && truncated(introduction, INTRODUCTION),
    numbers: numbers && firstWords(numbers, SHOWN_WORDS),
    score: deal.evaluationScore,
    meeting: deal.nextMeetingDate,
    meetingDay: meetingDay(deal, locale),
    due: dueSoon(deal, locale),
  };
}

export type PrintRow = ReturnType<typeof printRow> & { own: string[] };
