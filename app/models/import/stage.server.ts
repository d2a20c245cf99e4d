import { and, eq, inArray, lt, ne, notInArray } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import { db } from '#db/client';
import { importRows, imports, type ImportSheet, importTexts, type TextLayout } from '#db/schema';
import { transaction, transactionInReserve } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { truncated } from '~/models/text';
import { badRequest } from '~/refusal';
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
  return { id, read: readRows(viewer, id, file, { limits }) };
}

/**
 * Reads the text of an import again in the way that a person chose; its choices so far are dropped.
 * Throws 400 if it cannot be read so, and then nothing changes; 404, and 409 (`lockImport`).
 */
export async function rereadImport(
  viewer: Viewer,
  id: number,
  layout: Partial<TextLayout>,
): Promise<{ read: Promise<void> }> {
  const { sheets, fileName } = await lockImport(db, viewer, id, ['columns', 'preview']);
  const [stored] = await db.select().from(importTexts).where(eq(importTexts.importId, id));
  if (!stored) throw badRequest('Only text files and pasted cells can be read in another way.');
  const isPasted = sheets[0]?.layout?.encoding === undefined;
  const file: ImportFile = isPasted
    ? { cells: stored.content.toString() }
    : { name: fileName, bytes: stored.content };
  const { encoding, separator } = layout;
  const chosen = isPasted ? { separator } : { encoding, separator };
  await checkReadable(viewer, file, chosen);
  await transaction(async (tx) => {
    await lockImport(tx, viewer, id, ['columns', 'preview']);
    await deleteRows(tx, id);
    await tx
      .update(imports)
      .set({ state: 'reading', progress: 0, problem: null, counts: {} })
      .where(eq(imports.id, id));
  });
  return { read: readRows(viewer, id, file, { layout: chosen }) };
}

/** Throws 400 for a text that cannot be read so: afterwards its rows would be gone. */
async function checkReadable(
  viewer: Viewer,
  file: ImportFile,
  layout: Partial<TextLayout>,
): Promise<void> {
  const result = await readInChild(viewer, file, async () => undefined, { layout });
  if ('problem' in result) throw badRequest(result.problem);
}

interface Reading {
  limits?: Limits;
  layout?: Partial<TextLayout>;
  leaving?: AbortSignal;
}

async function readInChild(
  viewer: Viewer,
  file: ImportFile,
  take: (rows: StagedRow[]) => Promise<void>,
  { limits, layout, leaving }: Reading,
) {
  const [name, input] = 'cells' in file ? [undefined, file.cells] : [file.name, file.bytes];
  const bounds = { account: viewer.id, leaving, input, ...limits };
  const job = { name, rounds: (await currentLists()).entries('rounds'), layout };
  return runChild<ReadSpreadsheet>('readSpreadsheet', job, take, bounds);
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
  reads: Reading,
): Promise<void> {
  const leaving = new AbortController();
  reading.set(id, leaving);
  let progress = 0;
  const take = async (rows: StagedRow[]) => {
    await storeRows(id, progress, rows);
    progress += rows.length;
  };
  await runStep('reading', id, async () => {
    const read = await readInChild(viewer, file, take, { ...reads, leaving: leaving.signal });
    if ('problem' in read) throw new NotPossible(read.problem);
    await finish(viewer, id, read, file);
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
async function finish(
  viewer: Viewer,
  id: number,
  read: ReadSheets,
  file: ImportFile,
): Promise<void> {
  const targeted: ImportSheet[] = [];
  const fields = await activeFields();
  for (const sheet of read.sheets) {
    const targets = await rememberedTargets(viewer, sheet);
    const bytes = (sheet.bytes ?? 0) + (sheet.layout ? contentOf(file).length : 0);
    targeted.push({ ...sheet, bytes, targets: withOwnTargets({ ...sheet, targets }, fields) });
  }
  const { passedOver } = read;
  const sheets = ignoreOthers(targeted);
  const isText = sheets.some(({ layout }) => layout);
  const dropped = await transaction(async (tx) => {
    const stored = await setDuring('reading', tx, id, { state: 'columns', sheets, passedOver });
    if (isText) await tx.insert(importTexts).values({ importId: id, content: contentOf(file) });
    return makeRoom(tx, stored);
  });
  for (const importId of dropped) await transaction((tx) => deleteRows(tx, importId));
}

function contentOf(file: ImportFile): Buffer {
  return Buffer.from('cells' in file ? file.cells : file.bytes);
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

/** Deletes imports that were not completed within a day before `now`: `deletionTime`. */
export async function purgeImports(now: Date): Promise<void> {
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
