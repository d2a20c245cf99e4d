import type { PeopledServer } from '../support/actors';
import { addAccounts } from './parts/accounts';
import { addDeals } from './parts/deals';
import { addFields } from './parts/fields';
import { addFullDeal } from './parts/full-deal';
import { addHistory } from './parts/history';
import { addInbox } from './parts/inbox';
import { addLists } from './parts/lists';
import { addMerges } from './parts/merges';
import { addRecords } from './parts/records';
import { addRounds } from './parts/rounds';

/**
 * Parts of a fund in which everything is at its limit, in the order in which they are added. Each is a
 * function in a file of `parts/`, which inserts rows and may rely on those before it.
 */
const PARTS = [
  addAccounts,
  addLists,
  addFields,
  addDeals,
  addFullDeal,
  addRounds,
  addHistory,
  addMerges,
  addRecords,
  addInbox,
] satisfies ((fund: Fund) => void)[];

/** `full` is what the product allows, `small` is built in seconds. */
export type Size = 'full' | 'small';

export interface Fund {
  server: PeopledServer;
  size: Size;
  /** The deal on which every list is full. It belongs to the actor `owner`. */
  dealId: number;
  /** Further deals with as many contacts. */
  contactDealIds: number[];
  /** Rounds on the full deal; admin, owner and member have submitted scorecards in both. */
  openRoundId: number;
  closedRoundId: number;
  accountIds: string[];
  /** Keys of the custom fields by kind. */
  fieldKeys: Record<string, string[]>;
  /** The address of the shared page with all notes. */
  sharePath: string;
  now: number;
  /** The number of rows for the size. */
  count(full: number, small: number): number;
  /** Inserts rows with the same columns in one transaction. Values that are objects become JSON. Returns their ids. */
  insert(table: string, rows: Iterable<Record<string, unknown>>): number[];
}

/** Fills the database of a server that has nothing but the named actors. */
export function buildFund(server: PeopledServer, size: Size): Fund {
  const fund: Fund = {
    server,
    size,
    dealId: 0,
    contactDealIds: [],
    openRoundId: 0,
    closedRoundId: 0,
    accountIds: [],
    fieldKeys: {},
    sharePath: '',
    now: Date.now(),
    count: (full, small) => (size === 'full' ? full : small),
    insert: (table, rows) => insertRows(server, table, rows),
  };
  for (const add of PARTS) add(fund);
  // As a server that has run for a day: the planner knows the tables, and the log is short.
  server.sql.exec('analyze');
  server.sql.pragma('wal_checkpoint(truncate)');
  return fund;
}

function insertRows(
  { sql }: PeopledServer,
  table: string,
  rows: Iterable<Record<string, unknown>>,
): number[] {
  let insert: ReturnType<typeof sql.prepare> | undefined;
  const ids: number[] = [];
  sql.transaction(() => {
    for (const row of rows) {
      const names = Object.keys(row);
      insert ??= sql.prepare(
        `insert into ${table} (${names.map((name) => `"${name}"`).join()})
          values (${names.map((name) => `@${name}`).join()})`,
      );
      ids.push(Number(insert.run(storable(row)).lastInsertRowid));
    }
  })();
  return ids;
}

function storable(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).map(([name, value]) => {
    const isJson = typeof value === 'object' && value !== null;
    return [name, isJson ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(values);
}
