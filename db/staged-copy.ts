import type SQLite from 'better-sqlite3';
import { iterateChunks, iterateWithPauses } from './chunks';

/**
 * Copies changes from the staged database (`main`, with the original rows in `before`) into the
 * database (`real`).
 */

export const CHANGED_TABLES = {
  pipelines: 'id',
  evaluations: 'pipeline_id',
  hand_overs: 'pipeline_id',
  contacts: 'id',
  shares: 'id',
  imports: 'id',
} as const;
/** Has no key of one column: its rows are added and removed, never changed. */
export const COLLABORATORS_TABLE = 'members';
export const ADDED_TABLES = { changes: 'id', trash: 'id', decisions: 'id' } as const;
type ChangedTable = keyof typeof CHANGED_TABLES;

/** New deals and contacts have larger ids until they are stored. */
export const MIN_PROVISIONAL_ID = 2 ** 40;

/** Written before other requests may run; of 100 deals, some took 30 to 150 ms on a busy machine. */
const ROWS_PER_STATEMENT = 25;

interface CopyStep {
  sql: string;
  keys: number[];
}

/**
 * Returns the work for the transaction. It writes nothing and returns false if a related record
 * changed after `lastEventId` of the history.
 */
export async function prepareStagedCopy(
  connection: SQLite.Database,
  lastEventId: number,
): Promise<() => Promise<boolean>> {
  connection.exec('CREATE INDEX main.pipelines_key ON pipelines (company_key)');
  const steps: CopyStep[] = [];
  const changedTables = Object.keys(CHANGED_TABLES) as ChangedTable[];
  for await (const step of iterateWithPauses([
    ...changedTables.flatMap((name) => planChanges(connection, name)),
    ...planCollaborators(),
    planAdditions(connection, 'changes'),
    planAdditions(connection, 'trash'),
    planAdditions(connection, 'decisions'),
  ])) {
    const keys = connection.prepare(step.keysSql).pluck().all() as number[];
    if (keys.length) steps.push({ sql: step.sql, keys });
  }
  return async () => {
    if (isOutdated(connection, lastEventId)) return false;
    const shifts = {
      deals: getLastId(connection, 'pipelines') - BigInt(MIN_PROVISIONAL_ID),
      contacts: getLastId(connection, 'contacts') - BigInt(MIN_PROVISIONAL_ID),
      trash: getLastId(connection, 'trash'),
    };
    for (const { sql, keys } of steps) {
      const statement = connection.prepare(sql);
      for await (const part of iterateChunks(keys, ROWS_PER_STATEMENT))
        statement.run({ ...shifts, from: part[0], to: part.at(-1) });
    }
    return true;
  };
}

const INVOLVED_ACCOUNTS = `
  SELECT user_id FROM before.pipelines UNION SELECT user_id FROM main.pipelines
  UNION SELECT to_id FROM main.hand_overs UNION SELECT actor_id FROM main.changes`;

function isOutdated(connection: SQLite.Database, lastEventId: number): boolean {
  const sql = `
    SELECT EXISTS (
      SELECT 1
      FROM (
        SELECT subject, subject_id, iif(subject <> 'account', CAST(subject_id AS INTEGER), NULL) AS deal
        FROM real.changes WHERE id > ?
      )
      WHERE subject = 'list'
        OR (subject = 'account' AND subject_id IN (${INVOLVED_ACCOUNTS}))
        OR deal IN (SELECT id FROM before.pipelines)
        OR EXISTS (
          SELECT 1 FROM real.pipelines p CROSS JOIN main.pipelines s
          WHERE p.id = deal AND s.company_key = p.company_key AND s.id > ${MIN_PROVISIONAL_ID}
        )
    )`;
  return connection.prepare(sql).pluck().get(lastEventId) === 1;
}

/** Returns a bigint, because the driver passes numbers as reals. */
function getLastId(connection: SQLite.Database, name: string): bigint {
  const sql = 'SELECT coalesce(max(seq), 0) FROM real.sqlite_sequence WHERE name = ?';
  return BigInt(connection.prepare(sql).pluck().get(name) as number);
}

function listColumns(connection: SQLite.Database, name: string): string[] {
  const sql = "SELECT name FROM pragma_table_info(?, 'main')";
  return connection.prepare(sql).pluck().all(name) as string[];
}

function quoteColumns(columns: string[]): string {
  return columns.map((column) => `"${column}"`).join();
}

/** `sql` takes `@from` and `@to`; `keysSql` selects the keys. */
interface CopyPlan {
  sql: string;
  keysSql: string;
}

function planChanges(connection: SQLite.Database, name: ChangedTable): CopyPlan[] {
  const columns = listColumns(connection, name);
  const updates = columns.map((column) => planColumnUpdate(name, column));
  return [planDelete(name), ...updates, planInsert(name, columns)];
}

function planDelete(name: ChangedTable): CopyPlan {
  const key = CHANGED_TABLES[name];
  const isGone = `${key} NOT IN (SELECT ${key} FROM main.${name})`;
  const gone = `SELECT ${key} FROM before.${name} WHERE ${isGone}`;
  return {
    keysSql: `${gone} ORDER BY ${key}`,
    sql: `DELETE FROM real.${name} WHERE ${key} IN (${gone} AND ${key} BETWEEN @from AND @to)`,
  };
}

/** Updates a column only where it differs, since each update also writes the column's indexes. */
function planColumnUpdate(name: ChangedTable, column: string): CopyPlan {
  const key = CHANGED_TABLES[name];
  const from = `FROM before.${name} b CROSS JOIN main.${name} s`;
  const differs = `WHERE s.${key} = b.${key} AND s."${column}" IS NOT b."${column}"`;
  return {
    keysSql: `SELECT b.${key} ${from} ${differs} ORDER BY 1`,
    sql: `UPDATE real.${name} AS r SET "${column}" = s."${column}" ${from} ${differs}
      AND r.${key} = b.${key} AND b.${key} BETWEEN @from AND @to`,
  };
}

function planInsert(name: ChangedTable, columns: string[]): CopyPlan {
  const key = CHANGED_TABLES[name];
  const isNew = `${key} NOT IN (SELECT ${key} FROM before.${name})`;
  const ids = name === 'contacts' ? '@contacts' : '@deals';
  const values = columns.map((column) => {
    if (column === 'pipeline_id') return shiftProvisionalId(column, '@deals');
    return column === key ? shiftProvisionalId(column, ids) : `"${column}"`;
  });
  return {
    keysSql: `SELECT ${key} FROM main.${name} WHERE ${isNew} ORDER BY ${key}`,
    sql: `INSERT INTO real.${name} (${quoteColumns(columns)}) SELECT ${values.join()}
      FROM main.${name} WHERE ${isNew} AND ${key} BETWEEN @from AND @to ORDER BY ${key}`,
  };
}

function planCollaborators(): CopyPlan[] {
  const key = 'user_id, pipeline_id';
  const isInPart = 'pipeline_id BETWEEN @from AND @to';
  const buildDifference = (left: string, right: string, where = 'true') =>
    `SELECT ${key} FROM ${left}.${COLLABORATORS_TABLE} WHERE ${where}
      EXCEPT SELECT ${key} FROM ${right}.${COLLABORATORS_TABLE} WHERE ${where}`;
  const listDeals = (rows: string) => `SELECT DISTINCT pipeline_id FROM (${rows}) ORDER BY 1`;
  return [
    {
      keysSql: listDeals(buildDifference('before', 'main')),
      sql: `DELETE FROM real.${COLLABORATORS_TABLE}
        WHERE (${key}) IN (${buildDifference('before', 'main', isInPart)})`,
    },
    {
      keysSql: listDeals(buildDifference('main', 'before')),
      sql: `INSERT INTO real.${COLLABORATORS_TABLE} SELECT * FROM main.${COLLABORATORS_TABLE}
        WHERE (${key}) IN (${buildDifference('main', 'before', isInPart)})`,
    },
  ];
}

function shiftProvisionalId(id: string, by: string): string {
  return `${id} + iif(${id} > ${MIN_PROVISIONAL_ID}, ${by}, 0)`;
}

function planAdditions(connection: SQLite.Database, name: keyof typeof ADDED_TABLES): CopyPlan {
  const columns = listColumns(connection, name).filter(
    (column) => name === 'trash' || column !== 'id',
  );
  const deal = 'CAST(subject_id AS INTEGER)';
  const rowId = "(fields ->> '$.rowId[0]')";
  const isNew = `subject <> 'account' AND ${deal} > ${MIN_PROVISIONAL_ID}`;
  const shiftedColumns: Record<string, string> = {
    id: 'id + @trash',
    subject_id: `iif(${isNew}, CAST(${deal} + @deals AS TEXT), subject_id)`,
    pipeline_id: shiftProvisionalId('pipeline_id', '@deals'),
    fields: `iif(subject = 'contact' AND ${rowId} > ${MIN_PROVISIONAL_ID}, json_set(fields,
      '$.rowId[0]', ${rowId} + @contacts, '$.rowId[1]', ${rowId} + @contacts), fields)`,
  };
  const values = columns.map((column) => shiftedColumns[column] ?? `"${column}"`);
  return {
    keysSql: `SELECT id FROM main.${name} ORDER BY id`,
    sql: `INSERT INTO real.${name} (${quoteColumns(columns)}) SELECT ${values.join()}
      FROM main.${name} WHERE id BETWEEN @from AND @to ORDER BY id`,
  };
}
