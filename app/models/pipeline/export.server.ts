import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Evaluation, evaluations, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { type Locale, wallClock } from '~/models/dates';
import { categoryScore, headerScore } from '~/models/evaluation/score';
import { PIPELINE_FIELDS, type PipelineField } from './fields';
import { PIPELINE_LABELS, valueLabel } from './labels';
import type { PipelineQuery } from './query';
import { roundScore } from './score';
import { shortName } from '~/models/text';
import { sortByIds, listPipelineIds, type PipelineDetails, readPipelines } from './list.server';
import { type Cell, CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';

type EvaluatedRow = Pick<PipelineDetails, 'id' | 'companyName'> & { evaluation: Evaluation };

const SCORE = '0.0';
const FORMATS: Partial<Record<PipelineField['kind'], string>> = { day: 'yyyy-mm-dd', score: SCORE };

/** A date cell; text for days outside Excel's calendar. */
function dayCell(day: string): Cell {
  return day >= '1900-03-01' ? new Date(`${day}T00:00:00Z`) : day;
}

function cellOf({ key, kind }: PipelineField, pipeline: PipelineDetails): Cell {
  const value = pipeline[key];
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return value;
  return kind === 'day' ? dayCell(value) : valueLabel(key, value);
}

function fieldColumn(field: PipelineField): Column<PipelineDetails> {
  const { label: header, width, kind } = field;
  return { header, width, format: FORMATS[kind], value: (pipeline) => cellOf(field, pipeline) };
}

const OWNER: Column<PipelineDetails>[] = [
  { header: 'Owner', width: 20, value: ({ user }) => shortName(user) },
  { header: 'Owner email', width: 28, value: ({ user }) => user.email },
  { header: 'Group', width: 10, value: ({ group }) => group },
];

function dealColumns(locale: Locale): Column<PipelineDetails>[] {
  const moment = (header: string, key: 'createdAt' | 'updatedAt'): Column<PipelineDetails> => ({
    header,
    width: 17,
    format: MOMENT,
    value: (pipeline) => wallClock(pipeline[key], locale),
  });
  return [
    ...PIPELINE_FIELDS.flatMap((field) => [
      ...(field.key === 'industries' ? OWNER : []),
      fieldColumn(field),
    ]),
    moment('Created', 'createdAt'),
    moment('Last Updated', 'updatedAt'),
  ];
}

function evaluationColumns(): Column<EvaluatedRow>[] {
  return [
    { header: PIPELINE_LABELS.companyName, width: 28, value: ({ companyName }) => companyName },
    {
      header: 'Overall score',
      width: 12,
      format: SCORE,
      value: ({ evaluation }) => roundScore(headerScore(evaluation)),
    },
    {
      header: 'Mean of all criteria',
      width: 12,
      format: SCORE,
      value: ({ evaluation }) => evaluation.overallScore,
    },
    ...CATEGORIES.map((category) => ({
      header: category.title,
      width: 12,
      format: SCORE,
      value: ({ evaluation }: EvaluatedRow) => roundScore(categoryScore(evaluation, category)),
    })),
    ...CRITERIA.map(({ key, label }) => ({
      header: label,
      width: 12,
      format: SCORE,
      value: ({ evaluation }: EvaluatedRow) => evaluation[key],
    })),
    ...CATEGORIES.map(({ title, notes }) => ({
      header: `${title} notes`,
      width: 40,
      value: ({ evaluation }: EvaluatedRow) => evaluation[notes],
    })),
  ];
}

/** The workbook's sheets; rows are read from the snapshot `from` as they are written. */
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
