import type { Viewer } from '~/models/access';
import {
  daysAfter,
  localDay,
  type Locale,
  formatDate,
  formatDateTime,
  formatDay,
} from '~/models/dates';
import {
  isUrgent,
  meetingDays,
  PAGE_SIZES,
  type PipelineQuery,
  readPipelineQuery,
  roundLabel,
} from './fields';
import { findPipeline } from './write.server';
import { industryDistribution, pipelineStats, scoreDistribution } from './figures.server';
import { listPipelineRows, type PipelineRow } from './list.server';
import { firstWords } from '~/models/text';
import { findOwner, listOwners } from '~/models/user/write.server';

/** What the dashboard and the admin's list show: rows as strings, formatted here, so that nothing is sent that is not shown. */

const SHOWN_INDUSTRIES = 2;
const SHOWN_WORDS = 15;

/** 'value (local date)'. */
function meetingDay(nextMeetingDate: string | null, locale: Locale): string | undefined {
  const days = meetingDays(nextMeetingDate);
  return days === null
    ? undefined
    : formatDay(daysAfter(localDay(new Date(), locale), days), locale);
}

function rowView(row: PipelineRow, locale: Locale) {
  return {
    id: row.id,
    company: row.companyName,
    ceo: row.ceoName ?? undefined,
    owner: row.owner.firstName || row.owner.email,
    industries: row.industries.slice(0, SHOWN_INDUSTRIES),
    moreIndustries: Math.max(0, row.industries.length - SHOWN_INDUSTRIES) || undefined,
    round: row.fundingRound ? roundLabel(row.fundingRound) : undefined,
    size: row.targetFundingSize ?? undefined,
    introduction: row.businessIntroduction ?? undefined,
    numbers: row.keyBusinessNumbers ? firstWords(row.keyBusinessNumbers, SHOWN_WORDS) : undefined,
    score: row.evaluationScore,
    meeting: row.nextMeetingDate ?? undefined,
    meetingDay: meetingDay(row.nextMeetingDate, locale),
    urgent: isUrgent(row) || undefined,
    updated: formatDate(row.updatedAt, locale),
    updatedAt: formatDateTime(row.updatedAt, locale),
  };
}
export type RowView = ReturnType<typeof rowView>;

/** Which page of a list, from its address; an odd value falls back to the default (rule 4.15). */
export function readPage(params: URLSearchParams): { page: number; size: number } {
  const size = PAGE_SIZES.find((known) => String(known) === params.get('size')) ?? 50;
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return { page, size };
}

/** Which rows that page holds: past the end it is the last page. */
export function pageOf(params: URLSearchParams, total: number) {
  const { page, size } = readPage(params);
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(page, pages);
  return {
    pager: { page: current, pages, size, total },
    slice: { limit: size, offset: (current - 1) * size },
  };
}

/** One page of the deals. */
export async function readListPage(
  viewer: Viewer,
  query: PipelineQuery,
  params: URLSearchParams,
  locale: Locale,
  total: number,
) {
  const { pager, slice } = pageOf(params, total);
  const rows = await listPipelineRows(viewer, query, slice);
  return { rows: rows.map((row) => rowView(row, locale)), ...pager };
}

/** Everything that /dashboard shows. */
export async function dashboardView(viewer: Viewer, url: URL, locale: Locale) {
  const { searchParams } = url;
  const query = readPipelineQuery(searchParams);
  const stats = await pipelineStats(viewer, query);
  const [list, distribution, scores, owner, owners, details] = await Promise.all([
    readListPage(viewer, query, searchParams, locale, stats.total),
    industryDistribution(viewer, query),
    scoreDistribution(viewer, query),
    query.userId ? findOwner(viewer, query.userId) : undefined,
    searchParams.has('owners') ? listOwners(viewer) : undefined,
    detailsView(viewer, searchParams.get('details'), locale),
  ]);
  return {
    query,
    stats,
    scores,
    list,
    distribution,
    owner: owner && (owner.firstName || owner.email),
    owners,
    details,
  };
}

/** The whole deal for its dialog, or undefined: none asked for, not there, not visible. */
export async function detailsView(viewer: Viewer, id: string | null, locale: Locale) {
  const pipeline = /^[1-9]\d{0,14}$/.test(id ?? '')
    ? await findPipeline(viewer, Number(id))
    : undefined;
  if (!pipeline) return undefined;
  const {
    companyName,
    ceoName,
    cooName,
    cfoName,
    industries,
    businessIntroduction,
    keyBusinessNumbers,
    fundingRound,
    targetFundingSize,
    targetClosingDate,
    nextMeetingDate,
    comments,
    evaluationScore,
  } = pipeline;
  return {
    id: pipeline.id,
    companyName,
    ceoName,
    cooName,
    cfoName,
    industries,
    businessIntroduction,
    keyBusinessNumbers,
    round: fundingRound && roundLabel(fundingRound),
    targetFundingSize,
    closing: targetClosingDate && formatDay(targetClosingDate, locale),
    meeting: nextMeetingDate,
    meetingDay: meetingDay(nextMeetingDate, locale),
    comments,
    score: evaluationScore,
  };
}
export type DetailsView = NonNullable<Awaited<ReturnType<typeof detailsView>>>;
