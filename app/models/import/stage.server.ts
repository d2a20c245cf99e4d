import { and, eq, inArray, lt, ne, notInArray } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import { db, type Db } from '#db/client';
import { DatabaseError } from '#db/errors';
import { type Import, importRows, imports, type ImportSheet } from '#db/schema';
import { transaction } from '#db/transaction';
import { Refusal } from '~/refusal';
import { logError } from '~/log.server';
import type { Viewer } from '~/models/access';
import { truncated } from '~/models/text';
import { type Limits, runChild, Stopped, TooMuch } from '~/threads/child.server';
import { deleteRows } from './write/chosen.server';
import { activeFields } from '~/models/field/fields.server';
import { withOwnTargets } from './match/own';
import { currentLists } from '~/models/lists/list.server';
import { ignoreOthers } from './match/columns';
import { rememberedTargets } from './match/mapping.server';
import { makeRoom, NoRoom } from './quota.server';
import type { ImportFile, ReadSheets, ReadSpreadsheet, StagedRow } from './tasks';
import { IMPORT_TIME, untilStored, writtenImports } from './stored.server';

const SPLIT = 'Please split it, and import one part after the other.';
const INTERRUPTED = 'Reading was interrupted. Please choose the file again.';
const MAX_NAME = 200;

/**
 * Begins an import. Returns its id at once and, as `read`, when its rows are stored or it has failed,
 * which `problem` explains to the user. `limits` are those of the process that reads it.
 */
export async function stageImport(
  viewer: Viewer,
  file: ImportFile,
  limits: Limits = {},
): Promise<{ id: number; read: Promise<void> }> {
  const createdAt = new Date();
  const id = await transaction(async (tx) => {
    const [created] = await tx
      .insert(imports)
      .values({
        userId: viewer.id,
        userEmail: viewer.email,
        fileName: 'cells' in file ? 'Pasted cells' : shownName(file.name),
        state: 'reading',
        createdAt,
        expire: new Date(createdAt.getTime() + IMPORT_TIME),
      })
      .returning({ id: imports.id });
    return created!.id;
  });
  return { id, read: readRows(viewer, id, file, limits) };
}

/** Without its folders and what no field accepts. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const text = last.replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, '').trim();
  return truncated(text, MAX_NAME) || 'File';
}

/** Never rejects: whoever waits for it looks at the state. */
async function readRows(
  viewer: Viewer,
  id: number,
  file: ImportFile,
  limits: Limits,
): Promise<void> {
  const leaving = new AbortController();
  reading.set(id, leaving);
  try {
    let progress = 0;
    const take = async (rows: StagedRow[]) => {
      await storeRows(id, progress, rows);
      progress += rows.length;
    };
    const [name, input] = 'cells' in file ? [undefined, file.cells] : [file.name, file.bytes];
    const bounds = { account: viewer.id, leaving: leaving.signal, input, ...limits };
    const job = { name, rounds: (await currentLists()).entries('rounds') };
    const read = await runChild<ReadSpreadsheet>('readSpreadsheet', job, take, bounds);
    if ('sheets' in read) await finish(viewer, id, read);
    else await fail(id, read.problem);
  } catch (error) {
    // A discarded import has no state any more; at a stop the next start sets it.
    if (error instanceof Stopped) return;
    const problem = problemOf(error);
    await untilStored(() => fail(id, problem));
  } finally {
    reading.delete(id);
  }
}

/** What ends the reading of each import. */
const reading = new Map<number, AbortController>();

/** Ends the reading of an import that was discarded. */
export function stopReading(id: number): void {
  reading.get(id)?.abort();
}

/** Logs what is no fault of the file. */
function problemOf(error: unknown): string {
  if (error instanceof Gone || error instanceof Refusal) return INTERRUPTED;
  if (error instanceof NoRoom) return error.message;
  if (error instanceof TooMuch) return `This file takes too much ${error.what} to read. ${SPLIT}`;
  logError(error, 'A file was not read');
  return error instanceof DatabaseError ? error.message : 'The file could not be read.';
}

/** The import was deleted while it was read. */
class Gone extends Error {}

/** Rows that are inserted between two turns of the event loop. */
const AT_ONCE = 50;

async function storeRows(id: number, before: number, staged: StagedRow[]): Promise<void> {
  const rows = staged.map((row, i) => ({ importId: id, n: before + i + 1, ...row }));
  await transaction(async (tx) => {
    await setReading(tx, id, { progress: before + rows.length });
    for await (const some of inChunks(rows, AT_ONCE)) await tx.insert(importRows).values(some);
  });
  await yieldToEventLoop();
}

/** Throws Gone unless it is being read. */
async function setReading(tx: Db, id: number, values: Partial<Import>): Promise<void> {
  const changed = await tx
    .update(imports)
    .set(values)
    .where(and(eq(imports.id, id), eq(imports.state, 'reading')))
    .returning({ id: imports.id });
  if (!changed.length) throw new Gone();
}

/** Stores the sheets with the columns that the viewer chose before. */
async function finish(viewer: Viewer, id: number, read: ReadSheets): Promise<void> {
  const sheets: ImportSheet[] = [];
  const fields = await activeFields();
  for (const sheet of read.sheets) {
    const targets = await rememberedTargets(viewer, sheet);
    sheets.push({ ...sheet, targets: withOwnTargets({ ...sheet, targets }, fields) });
  }
  const dropped = await transaction(async (tx) => {
    const { passedOver } = read;
    await setReading(tx, id, { state: 'columns', sheets: ignoreOthers(sheets), passedOver });
    return makeRoom(tx, id);
  });
  for (const importId of dropped) await transaction((tx) => deleteRows(tx, importId));
}

async function fail(id: number, problem: string): Promise<void> {
  await transaction(async (tx) => {
    await tx
      .update(imports)
      .set({ state: 'failed', problem })
      .where(and(eq(imports.id, id), eq(imports.state, 'reading')));
  });
  await transaction((tx) => deleteRows(tx, id));
}

/** At the start of the server: nobody reads or compares any more what an earlier one began. */
export async function recoverImports(): Promise<void> {
  const read = await transaction(async (tx) => {
    await tx.update(imports).set({ state: 'columns' }).where(eq(imports.state, 'comparing'));
    return tx
      .update(imports)
      .set({ state: 'failed', problem: INTERRUPTED })
      .where(eq(imports.state, 'reading'))
      .returning({ id: imports.id });
  });
  const over = [...read, ...(await doneWithRows())];
  for (const { id } of over) await transaction((tx) => deleteRows(tx, id));
}

/** Their rows are deleted right after they are written. */
async function doneWithRows(): Promise<{ id: number }[]> {
  const rows = db.select({ id: importRows.importId }).from(importRows);
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'done'), inArray(imports.id, rows)));
}

/** Deletes imports that were not completed within a day, with their rows. */
export async function purgeImports(now = new Date()): Promise<void> {
  const isOver = and(
    ne(imports.state, 'done'),
    lt(imports.expire, now),
    notInArray(imports.id, writtenImports()),
  );
  const over = await transaction((tx) => tx.select({ id: imports.id }).from(imports).where(isOver));
  for (const { id } of over) {
    await transaction((tx) => deleteRows(tx, id));
    await transaction((tx) => tx.delete(imports).where(and(eq(imports.id, id), isOver)));
  }
}
