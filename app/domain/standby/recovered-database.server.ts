import { closeSync, fchmodSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import type { ContentReference } from '#db/contents';
import { assignOwner } from '#db/create-files';
import { assertOwnDatabase, deleteLogs, deleteSessions } from '#db/restore';
import { describeGenerations, SECOND_MS } from './choose-generation.server';
import type { Generation, Litestream } from './litestream.server';
import { ContentRecovery } from './recover-contents.server';

export type MissingFile = Pick<ContentReference, 'file' | 'record'>;

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
  references: Map<string, ContentReference[]>,
) {
  const found = [...references].filter(([sha256]) => contents.isRecovered(sha256));
  const lost = [...references].filter(([sha256]) => !contents.isRecovered(sha256));
  const counted = withReadOnlyDatabase(database, (connection) => ({
    deals: connection.prepare('select count(*) from pipelines').pluck().get() as number,
    changedAt: connection.prepare('select max(at) from changes').pluck().get() as number | null,
  }));
  return {
    deals: counted.deals,
    changedAt: counted.changedAt === null ? undefined : new Date(counted.changedAt),
    files: found.length,
    bytes: found.reduce((sum, [, [first]]) => sum + Number(first?.size), 0),
    missing: lost.flatMap(([, lostReferences]) =>
      lostReferences.map(({ file, record }) => ({ file, record })),
    ),
  };
}
