import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { iterateChunks, iterateChunksByBytes } from '#db/chunks';
import type { Db } from '#db/client';
import {
  attachments,
  contacts,
  deals,
  evaluations,
  historyEvents,
  octetLength,
  tasks,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listAttachmentsByDeal } from '~/domain/attachment/list.server';
import { listContactsByDeals } from '~/domain/contact/list.server';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { listDealsByIds } from '~/domain/deal/details.server';
import { listDealIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { sortByIds } from '~/domain/sort-by-ids';
import { listTasksByDeals } from '~/domain/task/list.server';
import { ATTACHMENT_COLUMNS, CONTACT_COLUMNS, TASK_COLUMNS } from './columns';
import {
  type EvaluatedRow,
  makeCustomFieldColumn,
  makeDealColumns,
  makeEvaluationColumns,
} from './deal-columns';
import { buildNotesSheet } from './notes.server';
import { type HistoryMoment, toHistoryMoment } from './reference';
import { buildRoundSheets } from './rounds.server';
import { makeSheet, type Sheet, type SheetColumn } from './sheet';

export async function buildDealSheets(
  viewer: Viewer,
  query: DealQuery,
  timeZone: string,
  tx: Db,
): Promise<Sheet[]> {
  const ids = await listDealIds(viewer, query, { tx });
  const exported = await getLatestHistoryMoment(tx);
  const fields = (await queryCustomFields(tx)).filter(isActiveField);
  const people = await listReferencedPeople(fields, tx);
  const customFieldColumns = fields.map((field) => makeCustomFieldColumn(field, people));
  const makeDealSheet = <Row>(
    name: string,
    columns: SheetColumn<Row>[],
    read: RowReader<Row>,
    source: RowSource,
  ) => makeSheet(name, columns, readRowsInChunks(ids, tx, read, source));
  const dealColumns = makeDealColumns(timeZone, exported, customFieldColumns);
  const evaluationColumns = makeEvaluationColumns(exported);
  return [
    makeDealSheet('Deals', dealColumns, listDealsByIds, DEAL_SOURCE),
    makeDealSheet('Evaluations', evaluationColumns, listEvaluatedDeals, EVALUATION_SOURCE),
    buildNotesSheet(ids, timeZone, tx),
    makeDealSheet(
      'Contacts',
      CONTACT_COLUMNS,
      listContactsByDeals,
      makeChildSource(contacts, contacts.searchText),
    ),
    makeDealSheet('Tasks', TASK_COLUMNS, listTasksByDeals, makeChildSource(tasks, tasks.title)),
    makeDealSheet(
      'Files',
      ATTACHMENT_COLUMNS,
      listAttachmentsByDeal,
      makeChildSource(attachments, attachments.searchText),
    ),
    ...buildRoundSheets(viewer, ids, timeZone, tx),
  ];
}

type RowReader<Row> = (dealIds: number[], tx: Db) => Promise<Row[]>;

/** Table of a sheet's rows, and the texts that make them large. */
interface RowSource {
  table: SQLiteTable;
  dealId: AnySQLiteColumn;
  texts: AnySQLiteColumn[];
}

const DEAL_SOURCE: RowSource = {
  table: deals,
  dealId: deals.id,
  texts: [deals.fields, deals.detailsText],
};
const EVALUATION_SOURCE: RowSource = {
  table: evaluations,
  dealId: evaluations.dealId,
  texts: CATEGORIES.map(({ notes }) => evaluations[notes]),
};
const makeChildSource = (
  table: SQLiteTable & { dealId: AnySQLiteColumn },
  text: AnySQLiteColumn,
): RowSource => ({ table, dealId: table.dealId, texts: [text] });

/** Measured at a time, without reading their texts. */
const MAX_SIZED_DEALS = 500;
/** Read at a time, if their texts are short. With 20, a third of an export's time went into building queries. */
const MAX_READ_DEALS = 200;

async function* readRowsInChunks<Row>(
  ids: number[],
  tx: Db,
  read: RowReader<Row>,
  source: RowSource,
): AsyncGenerator<Row> {
  for await (const dealIds of iterateChunks(ids, MAX_SIZED_DEALS)) {
    const sizes = await listSizes(dealIds, tx, source);
    for await (const chunk of iterateChunksByBytes(sizes, { maxItems: MAX_READ_DEALS }))
      yield* await read(
        chunk.map(({ id }) => id),
        tx,
      );
  }
}

/** Lists those of the deals that have rows in the table, with the bytes of their texts. */
async function listSizes(
  ids: number[],
  tx: Db,
  { table, dealId, texts }: RowSource,
): Promise<{ id: number; bytes: number }[]> {
  const lengths = texts.map((text) => sql`coalesce(${octetLength(text)}, 0)`);
  const bytes = sql<number>`sum(${sql.join(lengths, sql` + `)})`;
  const rows = await tx
    .select({ id: sql<number>`${dealId}`, bytes })
    .from(table)
    .where(inArray(dealId, ids))
    .groupBy(dealId);
  return sortByIds(ids, rows);
}

async function listEvaluatedDeals(ids: number[], tx: Db): Promise<EvaluatedRow[]> {
  const { id, companyName, createdAt } = deals;
  const rows = await tx
    .select({ id, companyName, createdAt, evaluation: evaluations })
    .from(evaluations)
    .innerJoin(deals, eq(deals.id, evaluations.dealId))
    .where(inArray(evaluations.dealId, ids));
  return sortByIds(ids, rows);
}

export async function getLatestHistoryMoment(tx: Db): Promise<HistoryMoment> {
  const { id, at } = historyEvents;
  const [latest] = await tx.select({ id, at }).from(historyEvents).orderBy(desc(id)).limit(1);
  return toHistoryMoment(latest);
}
