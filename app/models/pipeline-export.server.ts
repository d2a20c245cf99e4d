import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import type { stream, Worksheet } from 'exceljs';
import { type Db, snapshot } from '#db/client';
import { type Evaluation, evaluations, pipelines, users } from '#db/schema';
import type { Viewer } from './access';
import { CATEGORIES, CRITERIA } from './criteria';
import { type Place, wallClock } from './dates';
import { categoryScore, headerScore } from './evaluation';
import { FIELD_LABELS, type PipelineQuery, roundLabel, roundScore } from './pipeline';
import { listPipelineIds, pipelineColumns, type PipelineDetails } from './pipeline-list.server';

type Cell = string | number | Date | null;
interface Column<Row> {
  header: string;
  width: number;
  format?: string;
  value: (row: Row) => Cell;
}
type Row = PipelineDetails & { evaluation: Evaluation | null };
type EvaluatedRow = PipelineDetails & { evaluation: Evaluation };

const DAY = 'yyyy-mm-dd';
const MOMENT = 'yyyy-mm-dd hh:mm';
/** Rows read at a time. */
const CHUNK = 250;

/** A calendar day; days that Excel's calendar does not have stay text. */
function dayCell(day: string | null): Cell {
  return day && day >= '1900-03-01' ? new Date(`${day}T00:00:00Z`) : day;
}

/** Labels as on screen, dates as dates, numbers as numbers (clarification 24). */
function dealColumns(place: Place): Column<PipelineDetails>[] {
  const of = (header: string, width: number, value: (pipeline: PipelineDetails) => Cell, format?: string) => ({ header, width, format, value });
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
    of('Created', 17, (p) => wallClock(p.createdAt, place), MOMENT),
    of('Last Updated', 17, (p) => wallClock(p.updatedAt, place), MOMENT),
  ];
}

/** One row per evaluated deal; the columns follow the list of criteria. */
function evaluationColumns(): Column<EvaluatedRow>[] {
  return [
    { header: FIELD_LABELS.companyName, width: 28, value: ({ companyName }) => companyName },
    { header: 'Overall score', width: 12, format: '0.0', value: ({ evaluation }) => roundScore(headerScore(evaluation)) },
    { header: 'Mean of all criteria', width: 12, format: '0.0', value: ({ evaluation }) => evaluation.overallScore },
    ...CATEGORIES.map((category) => ({ header: category.title, width: 12, format: '0.0', value: ({ evaluation }: EvaluatedRow) => roundScore(categoryScore(evaluation, category)) })),
    ...CRITERIA.map(({ key, label }) => ({ header: label, width: 12, format: '0.0', value: ({ evaluation }: EvaluatedRow) => evaluation[key] })),
    ...CATEGORIES.map(({ title, notes }) => ({ header: `${title} notes`, width: 40, value: ({ evaluation }: EvaluatedRow) => evaluation[notes] })),
  ];
}

/**
 * The workbook of what the viewer may see, as a stream that starts at once and holds a few rows at a time. What changes
 * while it is written does not show in it. `signal` stops it when nobody reads on.
 */
export function exportPipelines(viewer: Viewer, query: PipelineQuery, place: Place, signal: AbortSignal): Readable {
  const out = new PassThrough();
  writeWorkbook(out, viewer, query, place, signal).catch((error) => out.destroy(error));
  return out;
}

async function writeWorkbook(out: PassThrough, viewer: Viewer, query: PipelineQuery, place: Place, signal: AbortSignal): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
  await snapshot(async (db) => {
    const ids = await listPipelineIds(viewer, query, db);
    await writeSheet(workbook, out, 'Deals', dealColumns(place), rowsOf(db, ids, signal));
    await writeSheet(workbook, out, 'Evaluations', evaluationColumns(), evaluated(rowsOf(db, ids, signal)));
  });
  await workbook.commit();
}

/** The deals with these ids, in their order, a chunk at a time. */
async function* rowsOf(db: Db, ids: number[], signal: AbortSignal): AsyncGenerator<Row> {
  for (let i = 0; i < ids.length; i += CHUNK) {
    signal.throwIfAborted();
    const chunk = ids.slice(i, i + CHUNK);
    const rows = await db
      .select({ ...pipelineColumns, evaluation: evaluations })
      .from(pipelines)
      .innerJoin(users, eq(users.id, pipelines.userId))
      .leftJoin(evaluations, eq(evaluations.pipelineId, pipelines.id))
      .where(inArray(pipelines.id, chunk));
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of chunk) yield byId.get(id)!;
  }
}

async function* evaluated(rows: AsyncIterable<Row>): AsyncGenerator<EvaluatedRow> {
  for await (const { evaluation, ...row } of rows) if (evaluation) yield { ...row, evaluation };
}

async function writeSheet<T>(workbook: stream.xlsx.WorkbookWriter, out: PassThrough, name: string, columns: Column<T>[], rows: AsyncIterable<T>): Promise<void> {
  const sheet: Worksheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  sheet.columns = columns.map(({ width, format }) => ({ width, style: { numFmt: format, alignment: { vertical: 'top', wrapText: width >= 28 } } }));
  const head = sheet.addRow(columns.map(({ header }) => header));
  head.font = { bold: true };
  head.commit();
  let written = 0;
  for await (const row of rows) {
    sheet.addRow(columns.map(({ value }) => cell(value(row)))).commit();
    if (++written % CHUNK) continue;
    if (out.writableNeedDrain) await once(out, 'drain');
    else await nextTurn();
  }
  sheet.commit();
}

/** Text stays text, whatever it starts with, and what looks like the format's own escape (_x000D_) is escaped. */
function cell(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  return value.replace(/\r\n?/g, '\n').replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
