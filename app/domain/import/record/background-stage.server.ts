import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { DatabaseError } from '#db/errors';
import { type Import, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import { DomainError } from '~/errors';
import { ChildLimitError, ChildStoppedError } from '~/jobs/threads/child.server';
import { logError } from '~/log.server';
import { deleteImportRows } from './delete-rows.server';

/** Import stages that continue after the request that started them. */

export const BACKGROUND_STAGES = {
  reading: {
    failedState: 'failed',
    verb: 'read',
    log: 'A file was not read',
    interrupted: 'Reading was interrupted. Please choose the file again.',
  },
  comparing: {
    failedState: 'columns',
    verb: 'compare',
    log: 'An import was not compared',
    interrupted: 'Comparing was interrupted. Please try again.',
  },
} as const;
type BackgroundStage = keyof typeof BACKGROUND_STAGES;

class ImportGoneError extends Error {}

export async function updateImportInStage(
  stage: BackgroundStage,
  tx: Db,
  id: number,
  values: Partial<Import>,
): Promise<Import> {
  const [changed] = await tx
    .update(imports)
    .set(values)
    .where(and(eq(imports.id, id), eq(imports.state, stage)))
    .returning();
  if (!changed) throw new ImportGoneError();
  return changed;
}

/** Runs a stage and stores why it failed. Never rejects: callers look at the state. */
export async function runBackgroundStage(
  stage: BackgroundStage,
  id: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A discarded import no longer has a state; at a stop the next start sets it.
    if (error instanceof ChildStoppedError) return;
    const problem = describeProblem(stage, error);
    await retryUntilStored(() => failStage(stage, id, problem));
  }
}

export class ImportProblemError extends Error {}

function describeProblem(stage: BackgroundStage, error: unknown): string {
  const { verb, log, interrupted } = BACKGROUND_STAGES[stage];
  if (error instanceof ChildLimitError)
    return (
      `This file takes too much ${error.limit} to ${verb}. ` +
      'Please split it, and import one part after the other.'
    );
  if (error instanceof ImportProblemError) return error.message;
  if (error instanceof ImportGoneError || error instanceof DomainError) return interrupted;
  logError(error, log);
  if (stage === 'comparing') return interrupted;
  return error instanceof DatabaseError ? error.message : 'The file could not be read.';
}

async function failStage(stage: BackgroundStage, id: number, problem: string): Promise<void> {
  const { failedState: state } = BACKGROUND_STAGES[stage];
  await transaction(async (tx) => {
    await tx
      .update(imports)
      .set({ state, problem })
      .where(and(eq(imports.id, id), eq(imports.state, stage)));
  });
  if (state === 'failed') await transaction((tx) => deleteImportRows(tx, id));
}

const RETRY_DELAY_MS = 60_000;

/** Retries every minute, as on a full disk: otherwise the import would stay in its stage until a restart. */
async function retryUntilStored(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logError(error);
    setTimeout(() => void retryUntilStored(write), RETRY_DELAY_MS).unref();
  }
}
