import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, imports } from '#db/schema';
import { ImportProblemError } from '~/domain/import/record/background-stage.server';
import { listImportsBeingWritten } from '~/domain/import/record/lock.server';

const MAX_WAITING_IMPORTS = 5;
const MAX_WAITING_MB = 50;

const QUOTA_TEXT = `an account can have ${MAX_WAITING_IMPORTS} imports waiting, with ${MAX_WAITING_MB} MB of cells in all`;

/**
 * Drops the oldest waiting imports until the new one fits; both say so (rule 16.12). Returns the
 * dropped ids, whose rows the caller deletes. Throws ImportProblemError if the rest is being
 * compared or written.
 */
export async function enforceImportQuota(tx: Db, newImport: Import): Promise<number[]> {
  const { id, userId, state, fileName, sheets } = imports;
  const isWaiting = inArray(state, ['columns', 'comparing', 'preview']);
  const waiting = await tx
    .select({ id, state, fileName, sheets })
    .from(imports)
    .where(and(eq(userId, newImport.userId), ne(id, newImport.id), isWaiting))
    .orderBy(asc(id));
  const dropped: typeof waiting = [];
  while (isOverQuota([...waiting, newImport])) {
    const oldest = waiting.findIndex(
      (entry) => entry.state !== 'comparing' && !listImportsBeingWritten().includes(entry.id),
    );
    if (oldest < 0) break;
    dropped.push(...waiting.splice(oldest, 1));
  }
  // A file above the quota may wait if no other import does.
  if (waiting.length && isOverQuota([...waiting, newImport]))
    throw new ImportProblemError(
      `Your other imports are being compared or written, and ${QUOTA_TEXT}. Please try again soon.`,
    );
  if (dropped.length) await dropImports(tx, dropped, newImport);
  return dropped.map((entry) => entry.id);
}

function isOverQuota(waiting: Pick<Import, 'sheets'>[]): boolean {
  const sheets = waiting.flatMap((entry) => entry.sheets);
  const bytes = sheets.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  return waiting.length > MAX_WAITING_IMPORTS || bytes > MAX_WAITING_MB * 1024 * 1024;
}

async function dropImports(
  tx: Db,
  dropped: Pick<Import, 'id' | 'fileName'>[],
  newImport: Import,
): Promise<void> {
  const names = new Intl.ListFormat('en').format(dropped.map(({ fileName }) => `'${fileName}'`));
  const were = dropped.length === 1 ? 'was' : 'were';
  await tx
    .update(imports)
    .set({ problem: `To make room for this import, ${names} ${were} discarded: ${QUOTA_TEXT}.` })
    .where(eq(imports.id, newImport.id));
  const problem =
    `This import was discarded to make room for '${newImport.fileName}': ${QUOTA_TEXT}. ` +
    'Please choose its file again when one of them is done.';
  const ids = dropped.map(({ id }) => id);
  await tx
    .update(imports)
    .set({ state: 'dropped', problem, sheets: [], counts: {} })
    .where(inArray(imports.id, ids));
}
