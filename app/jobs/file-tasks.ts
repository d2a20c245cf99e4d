import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { ParseEmail } from '~/domain/email/parsed-email';
import type { CompareRowsJob } from '~/domain/import/preview/compare-job.server';
import type { ReadSpreadsheetJob, SendChunk } from '~/domain/import/reading/read-job';
import { DomainError } from '~/errors';
import type { ChildMessage, ChildTask } from '~/jobs/threads/child.server';
import { BACKGROUND_NICENESS } from '~/jobs/threads/priority';

/**
 * Runs in a child process of the server, which reads or compares one file, or parses one email
 * (threads/child.server.ts).
 */

// Each imports its libraries itself: those of all three take longer to load than most files to read.

const readSpreadsheet: ReadSpreadsheetJob = async (job, send) => {
  const spreadsheets = await import('./spreadsheets/read-spreadsheet');
  return spreadsheets.readSpreadsheet(job, send);
};

const compareRows: CompareRowsJob = async ({ viewer, importId, ...options }, send) => {
  const rows = await import('~/domain/import/preview/compare-rows.server');
  const { openReader, withSnapshot } = await import('#db/client');
  const { UnknownValueCollector } = await import('~/domain/import/preview/unknown-values');
  const { env } = await import('~/env.server');
  openReader(env.DATABASE_URL);
  const unknownValues = new UnknownValueCollector();
  await withSnapshot(async (db) => {
    const chunks = rows.compareRows(viewer, importId, db, { ...options, unknownValues });
    for await (const chunk of chunks) await send(chunk);
  });
  return unknownValues.list();
};

const parseEmail: ParseEmail = async (job) => {
  const emails = await import('./emails/parse');
  return emails.parseEmail(job);
};

type FileTask = (job: never, send: SendChunk<unknown>) => Promise<unknown>;
const tasks: Record<string, FileTask> = { readSpreadsheet, compareRows, parseEmail };

const sendMessage = (message: ChildMessage) => process.send!(message);

/**
 * Limits the resident memory, since V8's limit only covers its heap. The process itself takes 50 MB,
 * the detection of encodings 70 MB, and an email of 30 MB, which is decoded as a whole, 270 MB.
 */
const MAX_MEMORY_MB: Record<string, number> = { parseEmail: 400 };
const DEFAULT_MEMORY_MB = 200;
/** Vite, which loads the modules in development. */
const LOADER_MB = import.meta.env.PROD ? 0 : 200;
const MEMORY_CHECK_INTERVAL_MS = 50;

function abortOverMemory(taskName: string): void {
  const maxMb = (MAX_MEMORY_MB[taskName] ?? DEFAULT_MEMORY_MB) + LOADER_MB;
  const maxBytes = maxMb * 1024 * 1024;
  if (process.memoryUsage.rss() > maxBytes) process.abort();
}

async function runTask(): Promise<void> {
  const [{ name, job }] = (await once(process, 'message')) as [ChildTask & { job: never }];
  setInterval(() => abortOverMemory(name), MEMORY_CHECK_INTERVAL_MS).unref();
  try {
    const result = await tasks[name]!(job, async (chunk) => {
      sendMessage({ chunk });
      await once(process, 'message');
    });
    sendMessage({ result });
  } catch (error) {
    sendMessage(describeFailure(error));
  }
}

function describeFailure(error: unknown): ChildMessage {
  if (error instanceof DomainError) {
    const { kind, body, retryAfter } = error;
    return { domainError: { kind, body, retryAfter } };
  }
  return { error: describeError(error), code: (error as { code?: string }).code };
}

/** Drizzle's own messages contain input. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack } = error.cause instanceof Error ? error.cause : error;
  return stack ?? message;
}

// The server kills this process when it is done; without the server it ends by itself.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
setPriority(BACKGROUND_NICENESS);
void runTask();
