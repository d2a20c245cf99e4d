import { once } from 'node:events';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { spellingsOf } from '~/models/import/compare/spellings';
import { listsOf } from '~/models/lists/lists';
import type { CompareRows, ImportFile, ReadSpreadsheet } from '~/models/import/tasks';
import type { ChildMessage, Task } from '~/threads/child.server';
import { BadFile } from './spreadsheets/limits';
import { readSheets } from './spreadsheets/read';
import { stageSheets } from './spreadsheets/stage';

/** A child process of the server, which reads or compares one file (threads/child.server.ts). */

const readSpreadsheet: ReadSpreadsheet = async ({ name, rounds, layout }, send) => {
  const bytes = await buffer(process.stdin);
  const file: ImportFile = name === undefined ? { cells: bytes.toString() } : { name, bytes };
  try {
    return await stageSheets(readSheets(file, layout), send, spellingsOf(listsOf(rounds)).isRound);
  } catch (error) {
    if (error instanceof BadFile) return { problem: error.message };
    throw error;
  }
};

const compareRows: CompareRows = async ({ viewer, importId, refusesCells }, send) => {
  // Only here: reading a file needs no database.
  const rows = await import('~/models/import/compare/rows.server');
  const { openReader, snapshot } = await import('#db/client');
  const { env } = await import('~/env.server');
  openReader(env.DATABASE_URL);
  await snapshot(async (db) => {
    const compared = rows.compareRows(viewer, importId, db, { refusesCells });
    for await (const some of compared) await send(some);
  });
};

type AnyTask = (job: unknown, send: (part: unknown) => Promise<void>) => Promise<unknown>;
const tasks = { readSpreadsheet, compareRows } as unknown as Record<string, AnyTask>;

const sendMessage = (message: ChildMessage) => process.send!(message);

async function runTask(): Promise<void> {
  const [{ name, job }] = (await once(process, 'message')) as [Task];
  try {
    const result = await tasks[name]!(job, async (chunk) => {
      sendMessage({ chunk });
      await once(process, 'message');
    });
    sendMessage({ result });
  } catch (error) {
    sendMessage({ error: textOf(error) });
  }
}

/** Drizzle's own messages contain input. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack } = error.cause instanceof Error ? error.cause : error;
  return stack ?? message;
}

/** Resident memory in bytes, of which 50 MB are the process itself and 70 MB what detects encodings; V8's limit is of its heap alone. */
const MOST_MEMORY = 200 * 1024 * 1024;
const watch = () => process.memoryUsage.rss() > MOST_MEMORY && process.abort();

// The server kills it when it is done; without the server it ends by itself.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
setPriority(5);
setInterval(watch, 50).unref();
void runTask();
