import { desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { changes, type Evaluation, evaluations, type OwnField, pipelines } from '#db/schema';
import { isActive, namedPeople, readFields } from '~/models/field/fields.server';
import type { Person } from '~/models/field/values';
import type { Viewer } from '~/models/access';
import { contactsOf } from '~/models/contact/contacts.server';
import { filesOf } from '~/models/file/files.server';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { type Locale, wallClock } from '~/models/dates';
import { categoryScore, headerScore } from '~/models/evaluation/score';
import { type HistoryMoment, historyMoment, REFERENCE_LABEL, referenceOf } from './reference';
import { COMPANY, contactColumns, fileColumns, taskColumns } from './columns';
import { tasksOf } from '~/models/task/tasks.server';
import { notesSheet } from './notes.server';
import { PIPELINE_FIELDS, type PipelineField } from '~/models/pipeline/fields';
import { exportedCell, ownCell } from './cells';
import { STAGE_LABEL } from '~/models/lists/lists';
import type { PipelineQuery } from '~/models/pipeline/query';
import { roundScore } from '~/models/score';
import { shortName } from '~/models/text';
import {
  listPipelineIds,
  type PipelineDetails,
  readPipelines,
  sortByIds,
} from '~/models/pipeline/list.server';
import { CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';

type EvaluatedRow = Pick<PipelineDetails, 'id' | 'companyName' | 'createdAt'> & {
  evaluation: Evaluation;
};

const SCORE = '0.0';
const FORMATS: Partial<Record<PipelineField['kind'], string>> = { day: 'yyyy-mm-dd', score: SCORE };

function fieldColumn(field: PipelineField): Column<PipelineDetails> {
  const { key, label: header, width, kind } = field;
  return {
    header,
    width,
    format: FORMATS[kind],
    value: (pipeline) => exportedCell(key, pipeline[key]),
  };
}

const OWNER: Column<PipelineDetails>[] = [
  { header: 'Owner', width: 20, value: ({ user }) => shortName(user) },
  { header: 'Owner email', width: 28, value: ({ user }) => user.email },
  { header: 'Group', width: 10, value: ({ group }) => group },
];

/** With it a file that is edited and imported changes only what was edited. */
function referenceColumn(moment: HistoryMoment): Column<Pick<PipelineDetails, 'id' | 'createdAt'>> {
  return { header: REFERENCE_LABEL, width: 24, value: (pipeline) => referenceOf(pipeline, moment) };
}

function ownColumn(field: OwnField, people: Person[]): Column<PipelineDetails> {
  const { key, name, kind } = field;
  return {
    header: name,
    width: kind === 'longText' ? 40 : 20,
    format: kind === 'day' ? FORMATS.day : undefined,
    value: (pipeline) => ownCell(field, pipeline.fields[key] ?? null, people),
  };
}

function dealColumns(
  locale: Locale,
  exported: HistoryMoment,
  own: Column<PipelineDetails>[],
): Column<PipelineDetails>[] {
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
    { header: STAGE_LABEL, width: 16, value: ({ stage }) => stage },
    ...own,
    moment('Created', 'createdAt'),
    moment('Last Updated', 'updatedAt'),
    referenceColumn(exported),
  ];
}

function evaluationColumns(exported: HistoryMoment): Column<EvaluatedRow>[] {
  const score = (header: string, scoreOf: (evaluation: Evaluation) => number | null) => ({
    header,
    width: 12,
    format: SCORE,
    value: ({ evaluation }: EvaluatedRow) => scoreOf(evaluation),
  });
  return [
    COMPANY,
    score('Overall score', (evaluation) => roundScore(headerScore(evaluation))),
    score('Mean of all criteria', ({ overallScore }) => overallScore),
    ...CATEGORIES.map((category) =>
      score(category.title, (evaluation) => roundScore(categoryScore(evaluation, category))),
    ),
    ...CRITERIA.map(({ key, label }) => score(label, (evaluation) => evaluation[key])),
    ...CATEGORIES.map(({ title, notes }) => ({
      header: `${title} notes`,
      width: 40,
      value: ({ evaluation }: EvaluatedRow) => evaluation[notes],
    })),
    referenceColumn(exported),
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
  const exported = await latestMoment(from);
  const fields = (await readFields(from)).filter(isActive);
  const people = await namedPeople(fields, from);
  const own = fields.map((field) => ownColumn(field, people));
  const sheet = <Row>(
    name: string,
    columns: Column<Row>[],
    read: (ids: number[], from: Db) => Promise<Row[]>,
  ) =>
    sheetOf(
      name,
      columns,
      rowsOf(ids, (chunk) => read(chunk, from)),
    );
  return [
    sheet('Deals', dealColumns(locale, exported, own), readPipelines),
    sheet('Evaluations', evaluationColumns(exported), readEvaluated),
    notesSheet(ids, locale, from),
    sheet('Contacts', contactColumns, contactsOf),
    sheet('Tasks', taskColumns, tasksOf),
    sheet('Files', fileColumns, filesOf),
  ];
}

async function* rowsOf<Row>(
  ids: number[],
  read: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let i = 0; i < ids.length; i += CHUNK) yield* await read(ids.slice(i, i + CHUNK));
}

async function readEvaluated(ids: number[], from: Db): Promise<EvaluatedRow[]> {
  const { id, companyName, createdAt } = pipelines;
  const rows = await from
    .select({ id, companyName, createdAt, evaluation: evaluations })
    .from(evaluations)
    .innerJoin(pipelines, eq(pipelines.id, evaluations.pipelineId))
    .where(inArray(evaluations.pipelineId, ids));
  return sortByIds(ids, rows);
}

/** The moment of an export from this snapshot. */
export async function latestMoment(from: Db): Promise<HistoryMoment> {
  const { id, at } = changes;
  const [latest] = await from.select({ id, at }).from(changes).orderBy(desc(id)).limit(1);
  return historyMoment(latest);
}
