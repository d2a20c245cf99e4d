import { closeSync, fchmodSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { assignOwner } from '#db/create-files';
import { assertOwnDatabase, deleteLogs, deleteSessions } from '#db/restore';
import { describeGenerations, SECOND_MS } from './choose-generation.server';
import type { Generation, Litestream } from './litestream.server';
import { ContentRecovery } from './recover-contents.server';

export interface MissingFile {
  deal: string;
  file: string;
}

export async function restoreDatabase(
  litestream: Litestream,
  generation: Generation,
  output: string,
  at: Date | undefined,
): Promise<void> {
  const { name, start, end } = generation;
  // Litestream rejects times after its last copy.
  const isLater = at && at.getTime() >= end.getTime() + SECOND_MS;
  await litestream.restore(output, name, isLater ? undefined : at).catch((error: Error) => {
    if (!at || !error.message.includes('no matching backups')) throw error;
    // `start` and `end` are truncated to the second, so a time in the first one may be too early.
    if (at.getTime() < start.getTime() + SECOND_MS)
      throw new Error(`the copies begin later. ${describeGenerations([generation])}`);
    return litestream.restore(output, name);
  });
  assertOwnDatabase(output);
  // Sessions that ended since then would be valid again.
  if (at) deleteSessions(output);
  deleteLogs(output);
  const handle = openSync(output, 'r');
  assignOwner(handle);
  fchmodSync(handle, 0o600);
  closeSync(handle);
}

interface Mention extends MissingFile {
  size: number;
}

const MENTIONS_QUERY = `
  select sha256, files.name file, size, company_name deal
    from files join pipelines on pipelines.id = files.pipeline_id
  union all
  select value ->> '$.row.sha256', value ->> '$.row.name', value ->> '$.row.size', trash.name || ' (in the trash)'
    from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`;

/** Lists the references to each content; empty for databases from before attachments. */
export function readMentions(database: string): Map<string, Mention[]> {
  return withReadOnlyDatabase(database, (connection) => {
    const mentions = new Map<string, Mention[]>();
    const isThere = connection.prepare("select 1 from sqlite_master where name = 'files'").get();
    if (!isThere) return mentions;
    for (const row of connection.prepare(MENTIONS_QUERY).iterate() as Iterable<
      Mention & { sha256: string }
    >) {
      const { sha256, ...mention } = row;
      mentions.set(sha256, [...(mentions.get(sha256) ?? []), mention]);
    }
    return mentions;
  });
}

function withReadOnlyDatabase<T>(database: string, query: (connection: SQLite.Database) => T): T {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    return query(connection);
  } finally {
    connection.close();
  }
}

export function describeRecovered(
  database: string,
  contents: ContentRecovery,
  mentions: Map<string, Mention[]>,
) {
  const found = [...mentions].filter(([sha256]) => contents.isRecovered(sha256));
  const lost = [...mentions].filter(([sha256]) => !contents.isRecovered(sha256));
  const counted = withReadOnlyDatabase(database, (connection) => ({
    deals: connection.prepare('select count(*) from pipelines').pluck().get() as number,
    changedAt: connection.prepare('select max(at) from changes').pluck().get() as number | null,
  }));
  return {
    deals: counted.deals,
    changedAt: counted.changedAt === null ? undefined : new Date(counted.changedAt),
    files: found.length,
    bytes: found.reduce((all, [, [first]]) => all + Number(first?.size), 0),
    missing: lost.flatMap(([, mentioned]) => mentioned.map(({ deal, file }) => ({ deal, file }))),
  };
}
