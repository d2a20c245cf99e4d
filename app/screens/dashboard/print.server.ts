import type { Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { displayName, firstWords, shortName, truncated } from '~/models/text';
import { dueSoon, meetingDay } from '~/models/pipeline/texts';
import { countPipelines } from '~/models/pipeline/figures.server';
import {
  listPipelineIds,
  type PipelineDetails,
  pipelineFinder,
} from '~/models/pipeline/list.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { type PipelineQuery, readPipelineQuery, SORT_LABELS } from '~/models/pipeline/query';
import type { OwnField } from '#db/schema';
import { activeFields, namedPeople } from '~/models/field/fields.server';
import { ownName, type Person } from '~/models/field/values';
import { shownColumns } from '~/models/view/columns.server';
import { filtersView } from './filters.server';
import { SHOWN_WORDS } from './list.server';
import { cellText, sortLabel } from './own.server';

/** Deals on paper: some 1,000 pages. */
export const MOST_PRINTED = 10_000;
const INTRODUCTION = 600;

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
  const find = pipelineFinder(viewer);
  for (const id of await listPipelineIds(viewer, query, { limit: MOST_PRINTED, offset: 0 })) {
    const pipeline = await find(id);
    if (!pipeline) continue;
    const own = fields.map((field) => cellText(field, pipeline.fields[field.key], people, locale));
    yield { ...printRow(pipeline, locale), own };
  }
}

function printRow(pipeline: PipelineDetails, locale: Locale) {
  const { user } = pipeline;
  const { businessIntroduction: introduction, keyBusinessNumbers: numbers } = pipeline;
  return {
    updated: formatDate(pipeline.updatedAt, locale),
    company: pipeline.companyName,
    ceo: pipeline.ceoName,
    urgent: isUrgent(pipeline),
    owner: shortName(user),
    stage: pipeline.stage,
    industries: pipeline.industries.join(', '),
    round: pipeline.fundingRound && roundLabel(pipeline.fundingRound),
    size: pipeline.targetFundingSize,
    introduction: introduction && truncated(introduction, INTRODUCTION),
    numbers: numbers && firstWords(numbers, SHOWN_WORDS),
    score: pipeline.evaluationScore,
    meeting: pipeline.nextMeetingDate,
    meetingDay: meetingDay(pipeline, locale),
    due: dueSoon(pipeline, locale),
  };
}
export type PrintRow = ReturnType<typeof printRow> & { own: string[] };
