import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '#db/client';
import type { FieldValue } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { isSameValue } from '~/domain/history/field-value';
import { conflict } from '~/errors';
import { getDealForUpdate } from './get.server';
import {
  assertRecordLimit,
  type DealRecordType,
  deleteDealRecord,
  findDealRecord,
  getRecordVersion,
  insertDealRecord,
  recordNotFound,
  type StoredRecord,
  updateDealRecord,
} from './record.server';

interface NewDealRecord<Values> {
  getValues: (tx: Db) => Values | Promise<Values>;
  skipExisting?: boolean;
}

/**
 * Adds a record to a visible deal and returns its id. With `skipExisting`, returns an equal record that
 * exists already, since a form may arrive twice. Throws 404, and 400 beyond the limit.
 */
export async function addDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  viewer: Viewer,
  dealId: number,
  { getValues, skipExisting = false }: NewDealRecord<Values>,
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const values = await getValues(tx);
    const isOfDeal = eq(getTableColumns(type.table).dealId!, dealId);
    const stored = (await tx.select().from(type.table).where(isOfDeal)) as StoredRecord<Values>[];
    const isSame = (row: Values) =>
      type.keys.every((key) => isSameValue(row[key] as FieldValue, values[key] as FieldValue));
    const same = skipExisting && stored.find(isSame);
    if (same) return same.id;
    assertRecordLimit(type, stored.length + 1);
    return insertDealRecord(type, { tx, actor: viewer, deal }, values);
  });
}

interface DealRecordEdit<Values> {
  getChanges: (before: Values, tx: Db) => Partial<Values> | Promise<Partial<Values>>;
  seenVersion?: string;
}

/**
 * Changes a record of a visible deal and returns the operation's id if anything changed. Throws
 * 404, and 409 if the record changed since `seenVersion`.
 */
export async function editDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  viewer: Viewer,
  { dealId, id }: { dealId: number; id: number },
  { getChanges, seenVersion }: DealRecordEdit<Values>,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const before = await getDealRecord(type, tx, dealId, id);
    if (seenVersion !== undefined && seenVersion !== getRecordVersion(type, before))
      throw conflict(`Someone has changed this ${type.subject} since you opened it.`);
    const changes = await getChanges(before, tx);
    const isChanged = await updateDealRecord(type, { tx, actor: viewer, deal }, before, changes);
    return isChanged ? getTransactionId() : undefined;
  });
}

export async function removeDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  viewer: Viewer,
  dealId: number,
  id: number,
): Promise<string> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const record = await getDealRecord(type, tx, dealId, id);
    await deleteDealRecord(type, { tx, actor: viewer, deal }, record);
    return getTransactionId();
  });
}

async function getDealRecord<Values>(
  type: DealRecordType<Values>,
  tx: Db,
  dealId: number,
  id: number,
) {
  const row = await findDealRecord(type, tx, dealId, id);
  if (!row) throw recordNotFound(type);
  return row;
}
