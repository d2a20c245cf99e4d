import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Evaluation, evaluations, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { type Locale, wallClock } from '~/models/dates';
import { categoryScore, headerScore } from '~/models/evaluation/score';
import { FIELD_LABELS, type PipelineQuery, roundLabel, roundScore } from './fields';
import { sortByIds, listPipelineIds, type PipelineDetails, readPipelines } from './list.server';
import { type Cell, CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';

type EvaluatedRow = Pick<PipelineDetails, 'id' | 'companyName'> & { evaluation: Evaluation };

const DAY = 'yyyy-mm-dd';

/** A calendar day; days that Excel's calendar does not have stay text. */
function dayCell(day: string | null): Cell {
  return day && day >= '1900-03-01' ? new Date(`${day}T00:00:00Z`) : day;
}

/** Labels as on screen, dates as dates, numbers as numbers (rule 8.4). */
function dealColumns(locale: Locale): Column<PipelineDetails>[] {
  const of = (
    header: string,
    width: number,
    value: (pipeline: PipelineDetails) => Cell,
    format?: string,
  ) => ({ header, width, format, value });
  return [
    of(FIELD_LABELS.companyName, 28, (p) => p.companyName),
    of(FIELD_LABELS.ceoName, 20, (p) => p.ceoName),
    of(FIELD_LABELS.cooName, 20, (p) => p.cooName),
    of(FIELD_LABELS.cfoName, 20, (p) => p.cfoName),
    of('Owner', 20, (p) => p.user.firstName || p.user.email),
    of('Owner email', 28, (p) => p.user.email),
    of('Group', 10, (p) => p.group),
    of(FIELD_LABELS.industries, 24, (p) => p.industries.join(', ')),
    of(FIELD_LABELS.businessIntroduction, 60, (p) => p.businessIntroduction),
    of(FIELD_LABELS.keyBusinessNumbers, 40, (p) => p.keyBusinessNumbers),
    of(FIELD_LABELS.fundingRound, 14, (p) => p.fundingRound && roundLabel(p.fundingRound)),
    of(FIELD_LABELS.targetFundingSize, 18, (p) => p.targetFundingSize),
    of(FIELD_LABELS.targetClosingDate, 18, (p) => dayCell(p.targetClosingDate), DAY),
    of('Score', 8, (p) => p.evaluationScore, '0.0'),
    of(FIELD_LABELS.nextMeetingDate, 14, (p) => p.nextMeetingDate),
    of(FIELD_LABELS.comments, 40, (p) => p.comments),
    of('Created', 17, (p) => wallClock(p.createdAt, locale), MOMENT),
    of('Last Updated', 17, (p) => wallClock(p.updatedAt, locale), MOMENT),
  ];
}

/** One row per evaluated deal; the columns follow the list of criteria. */
function evaluationColumns(): Column<EvaluatedRow>[] {
  return [
    { header: FIELD_LABELS.companyName, width: 28, value: ({ companyName }) => companyName },
    {
      header: 'Overall score',
      width: 12,
      format: '0.0',
      value: ({ evaluation }) => roundScore(headerScore(evaluation)),
    },
    {
      header: 'Mean of all criteria',
      width: 12,
      format: '0.0',
      value: ({ evaluation }) => evaluation.overallScore,
    },
    ...CATEGORIES.map((category) => ({
      header: category.title,
      width: 12,
      format: '0.0',
      value: ({ evaluation }: EvaluatedRow) => roundScore(categoryScore(evaluation, category)),
    })),
    ...CRITERIA.map(({ key, label }) => ({
      header: label,
      width: 12,
      format: '0.0',
      value: ({ evaluation }: EvaluatedRow) => evaluation[key],
    })),
    ...CATEGORIES.map(({ title, notes }) => ({
      header: `${title} notes`,
      width: 40,
      value: ({ evaluation }: EvaluatedRow) => evaluation[notes],
    })),
  ];
}

/** The sheets of what the viewer may see; their rows are read from `from` as they are taken. */
export async function pipelineSheets(
  viewer: Viewer,
  query: PipelineQuery,
  locale: Locale,
  from: Db,
): Promise<Sheet[]> {
  const ids = await listPipelineIds(viewer, query, undefined, from);
  return [
    sheetOf(
      'Deals',
      dealColumns(locale),
      rowsOf(ids, (chunk) => readPipelines(chunk, from)),
    ),
    sheetOf(
      'Evaluations',
      evaluationColumns(),
      rowsOf(ids, (chunk) => readEvaluated(from, chunk)),
    ),
  ];
}

/** Rows of these ids, in their order, a chunk at a time. */
async function* rowsOf<Row>(
  ids: number[],
  read: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let i = 0; i < ids.length; i += CHUNK) yield* await read(ids.slice(i, i + CHUNK));
}

async function readEvaluated(db: Db, ids: number[]): Promise<EvaluatedRow[]> {
  const rows = await db
    .select({ id: pipelines.id, companyName: pipelines.companyName, evaluation: evaluations })
    .from(evaluations)
    .innerJoin(pipelines, eq(pipelines.id, evaluations.pipelineId))
    .where(inArray(evaluations.pipelineId, ids));
  return sortByIds(ids, rows);
}
