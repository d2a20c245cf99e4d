import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { DatabaseError } from '#db/errors';
import { type Import, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import { logError } from '~/log.server';
import { Refusal } from '~/refusal';
import { Stopped, TooMuch } from '~/threads/child.server';
import { deleteRows } from './stored.server';

/** The steps of an import that go on after the request that began them. */

export const STEPS = {
  reading: {
    otherwise: 'failed',
    verb: 'read',
    log: 'A file was not read',
    interrupted: 'Reading was interrupted. Please choose the file again.',
  },
  comparing: {
    otherwise: 'columns',
    verb: 'compare',
    log: 'An import was not compared',
    interrupted: 'Comparing was interrupted. Please try again.',
  },
} as const;
type Step = keyof typeof STEPS;

/** The import was deleted while this was done for it. */
class Gone extends Error {}

/** Throws Gone unless the import is in this step. */
export async function setDuring(
  step: Step,
  tx: Db,
  id: number,
  values: Partial<Import>,
): Promise<Import> {
  const [changed] = await tx
    .update(imports)
    .set(values)
    .where(and(eq(imports.id, id), eq(imports.state, step)))
    .returning();
  if (!changed) throw new Gone();
  return changed;
}

/** Gives the step up with a reason if it fails. Never rejects: its callers look at the state. */
export async function runStep(step: Step, id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A discarded import no longer has a state; at a stop the next start sets it.
    if (error instanceof Stopped) return;
    const problem = problemOf(step, error);
    await untilStored(() => giveUp(step, id, problem));
  }
}

/** Waits a second at most: of a small file the next page comes then instead of one that waits. */
export async function untilSlow(step: Promise<void>): Promise<void> {
  await Promise.race([step, pause(1_000, undefined, { ref: false })]);
}

/** A reason that is told as it is. */
export class NotPossible extends Error {}

/** Logs what is no fault of the file. */
function problemOf(step: Step, error: unknown): string {
  const { verb, log, interrupted } = STEPS[step];
  if (error instanceof TooMuch)
    return (
      `This file takes too much ${error.what} to ${verb}. ` +
      'Please split it, and import one part after the other.'
    );
  if (error instanceof NotPossible) return error.message;
  if (error instanceof Gone || error instanceof Refusal) return interrupted;
  logError(error, log);
  if (step === 'comparing') return interrupted;
  return error instanceof DatabaseError ? error.message : 'The file could not be read.';
}

async function giveUp(step: Step, id: number, problem: string): Promise<void> {
  const { otherwise: state } = STEPS[step];
  await transaction(async (tx) => {
    await tx
      .update(imports)
      .set({ state, problem })
      .where(and(eq(imports.id, id), eq(imports.state, step)));
  });
  if (state === 'failed') await transaction((tx) => deleteRows(tx, id));
}

const RETRY_AFTER = 60_000;

/**
 * Where that fails, as on a full disk, it is tried again each minute: the import would be in that step
 * until the server starts anew.
 */
async function untilStored(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logError(error);
    setTimeout(() => void untilStored(write), RETRY_AFTER).unref();
  }
}
