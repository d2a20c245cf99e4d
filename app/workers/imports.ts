import { once } from 'node:events';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { ImportSheet } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { ComparedRow } from '~/models/import/compare-rows.server';
import { BadFile } from './spreadsheets/bad-file';
import { type ImportFile, readSheets } from './spreadsheets/read';
import { type StagedRow, stageSheets } from './spreadsheets/stage';

/** A child process of the server, which reads or compares one file (import.server.ts). */

/** Hands a part of the result on; resolves when the next one is wanted. */
type Send<Chunk> = (chunk: Chunk) => Promise<void>;

/**
 * Hands on the rows of the file, or without a name of the pasted cells, that standard input has.
 * Returns its sheets, or why it cannot be imported.
 */
async function readSpreadsheet(
  { name }: { name?: string },
  send: Send<StagedRow[]>,
): Promise<{ sheets: ImportSheet[] } | { problem: string }> {
  const bytes = await buffer(process.stdin);
  const file: ImportFile = name === undefined ? { cells: bytes.toString() } : { name, bytes };
  try {
    return { sheets: await stageSheets(readSheets(file), send) };
  } catch (error) {
    if (error instanceof BadFile) return { problem: error.message };
    throw error;
  }
}

/** Hands on what the rows of an import would do, from one snapshot of the deals. */
async function compareImport(
  { viewer, importId }: { viewer: Viewer; importId: number },
  send: Send<ComparedRow[]>,
): Promise<void> {
  // Only here: reading a file needs no database.
  const { compareRows } = await import('~/models/import/compare-rows.server');
  const { openReader, snapshot } = await import('#db/client');
  const { env } = await import('~/env.server');
  openReader(env.DATABASE_URL);
  await snapshot(async (db) => {
    for await (const rows of compareRows(viewer, importId, db)) await send(rows);
  });
}

const tasks = { readSpreadsheet, compareImport };
export type ImportTasks = typeof tasks;

export interface Task {
  name: keyof ImportTasks;
  job: never;
}
/** What the child says, one at a time; after a chunk it waits for any answer. */
export type Said = { chunk: unknown } | { result: unknown } | { error: string };

const say = (said: Said) => process.send!(said);

async function runTask(): Promise<void> {
  const [{ name, job }] = (await once(process, 'message')) as [Task];
  try {
    const run = tasks[name] as (job: never, send: Send<unknown>) => Promise<unknown>;
    const result = await run(job, async (chunk) => {
      say({ chunk });
      await once(process, 'message');
    });
    say({ result });
  } catch (error) {
    say({ error: textOf(error) });
  }
}

/** Drizzle's own messages contain input. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack } = error.cause instanceof Error ? error.cause : error;
  return stack ?? message;
}

/** Resident memory in bytes, of which 50 MB are the process itself; V8's limit is of its heap alone. */
const MOST_MEMORY = 160 * 1024 * 1024;
const watch = () => process.memoryUsage.rss() > MOST_MEMORY && process.abort();

// The server kills it when it is done; without the server it ends by itself.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
setPriority(5);
setInterval(watch, 50).unref();
void runTask();
