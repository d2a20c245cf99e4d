import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, imports } from '#db/schema';
import { writtenImports } from './stored.server';

/** Of an account: imports that wait for a choice or a button, and MB of their cells. */
const MOST = 5;
const MOST_MB = 50;

const QUOTA = `an account can have ${MOST} imports waiting, with ${MOST_MB} MB of cells in all`;

/** All that waits is being compared or written. */
export class NoRoom extends Error {}

type Waiting = Pick<Import, 'id' | 'state' | 'fileName' | 'sheets'>;

/**
 * Drops the oldest waiting imports of an account until there is room for the one that has just been
 * read; both say so (rule 16.12). Returns those that were dropped: their rows are to be deleted.
 * Throws NoRoom if that is not enough, as what is being compared or written is not dropped.
 */
export async function makeRoom(tx: Db, id: number): Promise<number[]> {
  const waiting = await waitingBeside(tx, id);
  const read = waiting.pop()!;
  const dropped: Waiting[] = [];
  while (isOver([...waiting, read])) {
    const oldest = waiting.findIndex((entry) => !isInWork(entry));
    if (oldest < 0) break;
    dropped.push(...waiting.splice(oldest, 1));
  }
  // A file of up to 60 MB may wait alone.
  if (waiting.length && isOver([...waiting, read]))
    throw new NoRoom(
      `Your other imports are being compared or written, and ${QUOTA}. Please try again soon.`,
    );
  if (!dropped.length) return [];
  await setDropped(tx, read, dropped);
  return dropped.map((entry) => entry.id);
}

function isInWork({ id, state }: Waiting): boolean {
  return state === 'comparing' || writtenImports().includes(id);
}

/** The waiting imports of its importer, the oldest first and this one last. */
async function waitingBeside(tx: Db, id: number): Promise<Waiting[]> {
  const { userId, state, fileName, sheets } = imports;
  const importer = tx.select({ userId }).from(imports).where(eq(imports.id, id));
  const waiting = await tx
    .select({ id: imports.id, state, fileName, sheets })
    .from(imports)
    .where(and(inArray(userId, importer), inArray(state, ['columns', 'comparing', 'preview'])))
    .orderBy(asc(imports.id));
  return [
    ...waiting.filter((entry) => entry.id !== id),
    ...waiting.filter((entry) => entry.id === id),
  ];
}

function isOver(waiting: Waiting[]): boolean {
  const sheets = waiting.flatMap((entry) => entry.sheets);
  const bytes = sheets.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  return waiting.length > MOST || bytes > MOST_MB * 1024 * 1024;
}

async function setDropped(tx: Db, read: Waiting, dropped: Waiting[]): Promise<void> {
  const names = new Intl.ListFormat('en').format(dropped.map(({ fileName }) => `'${fileName}'`));
  const were = dropped.length === 1 ? 'was' : 'were';
  await tx
    .update(imports)
    .set({ problem: `To make room for this import, ${names} ${were} dropped: ${QUOTA}.` })
    .where(eq(imports.id, read.id));
  const problem =
    `This import was dropped to make room for '${read.fileName}': ${QUOTA}. ` +
    'Please choose its file again when one of them is done.';
  await tx
    .update(imports)
    .set({ state: 'dropped', problem, sheets: [], counts: {} })
    .where(
      inArray(
        imports.id,
        dropped.map((entry) => entry.id),
      ),
    );
}
