import { desc, eq, inArray } from 'drizzle-orm';
import { iterateChunks, iterateChunksByBytes, MAX_CHUNK_ROWS } from '#db/chunks';
import type { Db } from '#db/client';
import { deals, evaluations, historyEvents, octetLength } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listAttachmentsByDeal } from '~/domain/attachment/list.server';
import { listContactsByDeals } from '~/domain/contact/list.server';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { listDealsByIds } from '~/domain/deal/details.server';
import { listDealIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
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
  from: Db,
): Promise<Sheet[]> {
  const ids = await listDealIds(viewer, query, { from });
  const exported = await getLatestHistoryMoment(from);
  const fields = (await queryCustomFields(from)).filter(isActiveField);
  const people = await listReferencedPeople(fields, from);
  const customFieldColumns = fields.map((field) => makeCustomFieldColumn(field, people));
  const sheet = <Row>(
    name: string,
    columns: SheetColumn<Row>[],
    read: (ids: number[], from: Db) => Promise<Row[]>,
  ) => makeSheet(name, columns, readRowsInChunks(ids, from, read));
  return [
    sheet('Deals', makeDealColumns(timeZone, exported, customFieldColumns), listDealsByIds),
    sheet('Evaluations', makeEvaluationColumns(exported), listEvaluatedDeals),
    buildNotesSheet(ids, timeZone, from),
    sheet('Contacts', CONTACT_COLUMNS, listContactsByDeals),
    sheet('Tasks', TASK_COLUMNS, listTasksByDeals),
    sheet('Files', ATTACHMENT_COLUMNS, listAttachmentsByDeal),
    ...buildRoundSheets(viewer, ids, timeZone, from),
  ];
}

/** Measured at a time, without reading their texts. */
const MAX_SIZED_DEALS = 500;

async function* readRowsInChunks<Row>(
  ids: number[],
  from: Db,
  read: (ids: number[], from: Db) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for await (const dealIds of iterateChunks(ids, MAX_SIZED_DEALS)) {
    const sizes = await listDealSizes(dealIds, from);
    for await (const chunk of iterateChunksByBytes(sizes, { maxItems: MAX_CHUNK_ROWS }))
      yield* await read(
        chunk.map(({ id }) => id),
        from,
      );
  }
}

async function listDealSizes(ids: number[], from: Db): Promise<{ id: number; bytes: number }[]> {
  const rows = await from
    .select({ id: deals.id, bytes: octetLength(deals.fields) })
    .from(deals)
    .where(inArray(deals.id, ids));
  return sortByIds(ids, rows);
}

async function listEvaluatedDeals(ids: number[], from: Db): Promise<EvaluatedRow[]> {
  const { id, companyName, createdAt } = deals;
  const rows = await from
    .select({ id, companyName, createdAt, evaluation: evaluations })
    .from(evaluations)
    .innerJoin(deals, eq(deals.id, evaluations.dealId))
    .where(inArray(evaluations.dealId, ids));
  return sortByIds(ids, rows);
}

export async function getLatestHistoryMoment(from: Db): Promise<HistoryMoment> {
  const { id, at } = historyEvents;
  const [latest] = await from.select({ id, at }).from(historyEvents).orderBy(desc(id)).limit(1);
  return toHistoryMoment(latest);
}
