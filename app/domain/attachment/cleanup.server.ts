import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { and, gte, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { CONTENT_REFERENCES_SQL, listContents } from '#db/contents';
import { historyEvents } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { DAY_MS } from '~/domain/date/calendar-day';
import { activeUploads, getContentFolder } from './content.server';

/**
 * Contents get their final name in the transaction that references them, so a crash leaves unused
 * bytes, never a missing file.
 */

const HOUR_MS = 3_600_000;

const CONTENT_RETENTION_DAYS = 30;

const TEMPORARY_FILE_PATTERN = /^(\d+)-[\da-f-]{36}\.part$/;

/**
 * Removes aborted uploads, and contents 30 days after their last reference (rule 26.9). `now` is a
 * `getDeletionTime`. Returns how many contents.
 */
export async function deleteUnusedContents(now: Date): Promise<number> {
  if (!existsSync(getContentFolder())) return 0;
  deleteStaleUploads(now);
  // No upload references contents meanwhile, since transactions run one at a time.
  return transactionUsingReserve(async (tx) => {
    const referenced = await queryReferencedContents(tx, now);
    const isLeft = (name: string) => !referenced.has(name) && isOlder(name, DAY_MS, now);
    const left = listContents(getContentFolder()).filter(isLeft);
    for (const name of left) rmSync(join(getContentFolder(), name));
    return left.length;
  });
}

function deleteStaleUploads(now: Date): void {
  for (const name of readdirSync(getContentFolder())) {
    const [, writer] = TEMPORARY_FILE_PATTERN.exec(name) ?? [];
    if (!writer || activeUploads.has(join(getContentFolder(), name))) continue;
    // Another server process may be finishing its uploads.
    const isOver = Number(writer) === process.pid || isOlder(name, HOUR_MS, now);
    if (isOver || !isProcessRunning(Number(writer)))
      rmSync(join(getContentFolder(), name), { force: true });
  }
}

function isOlder(name: string, age: number, now: Date): boolean {
  const stats = statSync(join(getContentFolder(), name), { throwIfNoEntry: false });
  return !stats || now.getTime() - stats.mtimeMs >= age;
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function listReferencedContents(now = new Date()): Promise<Set<string>> {
  return queryReferencedContents(db, now);
}

async function queryReferencedContents(tx: Db, now: Date): Promise<Set<string>> {
  const [added, deleted] = [1, 0].map(
    (side) => sql`${historyEvents.fields} ->> ${`$.sha256[${side}]`}`,
  );
  const named = tx.all<{ sha256: string }>(sql.raw(CONTENT_REFERENCES_SQL));
  const since = new Date(now.getTime() - CONTENT_RETENTION_DAYS * DAY_MS);
  const recorded = await tx
    .select({ sha256: sql<string>`coalesce(${added}, ${deleted})` })
    .from(historyEvents)
    .where(and(sql`${historyEvents.subject} = 'file'`, gte(historyEvents.at, since)));
  return new Set([...named, ...recorded].map(({ sha256 }) => sha256));
}
