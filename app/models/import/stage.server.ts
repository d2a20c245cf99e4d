import { and, eq, inArray, lt, ne, notInArray } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import { db } from '#db/client';
import { importRows, imports, type ImportSheet } from '#db/schema';
import { transaction, transactionInReserve } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { truncated } from '~/models/text';
import { type Limits, runChild } from '~/threads/child.server';
import { activeFields } from '~/models/field/fields.server';
import { withOwnTargets } from './match/own.server';
import { currentLists } from '~/models/lists/list.server';
import { ignoreOthers } from './match/columns';
import { rememberedTargets } from './match/mapping.server';
import { makeRoom } from './quota.server';
import { NotPossible, runStep, setDuring, STEPS } from './step.server';
import type { ImportFile, ReadSheets, ReadSpreadsheet, StagedRow } from './tasks';
import { deleteRows, IMPORT_TIME, lockImport, writtenImports } from './stored.server';

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

async function readRows(
  viewer: Viewer,
  id: number,
  file: ImportFile,
  limits: Limits,
): Promise<void> {
  const leaving = new AbortController();
  reading.set(id, leaving);
  let progress = 0;
  const take = async (rows: StagedRow[]) => {
    await storeRows(id, progress, rows);
    progress += rows.length;
  };
  await runStep('reading', id, async () => {
    const [name, input] = 'cells' in file ? [undefined, file.cells] : [file.name, file.bytes];
    const bounds = { account: viewer.id, leaving: leaving.signal, input, ...limits };
    const job = { name, rounds: (await currentLists()).entries('rounds') };
    const read = await runChild<ReadSpreadsheet>('readSpreadsheet', job, take, bounds);
    if ('problem' in read) throw new NotPossible(read.problem);
    await finish(viewer, id, read);
  });
  reading.delete(id);
}

/** What ends the reading of each import. */
const reading = new Map<number, AbortController>();

/** Rows that are inserted between two turns of the event loop. */
const AT_ONCE = 50;

async function storeRows(id: number, before: number, staged: StagedRow[]): Promise<void> {
  const rows = staged.map((row, i) => ({ importId: id, n: before + i + 1, ...row }));
  await transaction(async (tx) => {
    await setDuring('reading', tx, id, { progress: before + rows.length });
    for await (const some of inChunks(rows, AT_ONCE)) await tx.insert(importRows).values(some);
  });
  await yieldToEventLoop();
}

/** Stores the sheets with the columns that the viewer chose before. */
async function finish(viewer: Viewer, id: number, read: ReadSheets): Promise<void> {
  const targeted: ImportSheet[] = [];
  const fields = await activeFields();
  for (const sheet of read.sheets) {
    const targets = await rememberedTargets(viewer, sheet);
    targeted.push({ ...sheet, targets: withOwnTargets({ ...sheet, targets }, fields) });
  }
  const { passedOver } = read;
  const sheets = ignoreOthers(targeted);
  const dropped = await transaction(async (tx) =>
    makeRoom(tx, await setDuring('reading', tx, id, { state: 'columns', sheets, passedOver })),
  );
  for (const importId of dropped) await transaction((tx) => deleteRows(tx, importId));
}

/** Deletes an import that was not completed. Returns its file's name. Throws 404 and 409. */
export async function discardImport(viewer: Viewer, id: number): Promise<string> {
  const name = await transaction(async (tx) => {
    const { fileName } = await lockImport(tx, viewer, id, [
      'reading',
      'columns',
      'preview',
      'failed',
      'dropped',
    ]);
    await deleteRows(tx, id);
    await tx.delete(imports).where(eq(imports.id, id));
    return fileName;
  });
  reading.get(id)?.abort();
  return name;
}

/** Ends the steps that an earlier server began and no process continues; runs at the start. */
export async function recoverImports(): Promise<void> {
  const read = await transaction(async (tx) => {
    await tx.update(imports).set({ state: 'columns' }).where(eq(imports.state, 'comparing'));
    return tx
      .update(imports)
      .set({ state: 'failed', problem: STEPS.reading.interrupted })
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
  const over = await transactionInReserve((tx) =>
    tx.select({ id: imports.id }).from(imports).where(isOver),
  );
  for (const { id } of over) {
    await transactionInReserve((tx) => deleteRows(tx, id));
    await transactionInReserve((tx) => tx.delete(imports).where(and(eq(imports.id, id), isOver)));
  }
}
