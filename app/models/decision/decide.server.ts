import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { decisions } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { readLists, readStages, stageNamed } from '~/models/lists/list.server';
import { isClosed } from '~/models/lists/lists';
import { changePipelines } from '~/models/pipeline/store.server';
import { lockPipeline } from '~/models/pipeline/write.server';
import type { Reason } from '~/models/stage/closing.server';
import { invalid } from '~/refusal';
import type { DecisionInput } from './schema';

/** What was done: `act` can be undone; undefined if the deal stood there already. */
interface Moved {
  company: string;
  actId?: string;
  stage: string;
}

/**
 * Moves a deal to a stage, with why if that is not open. Throws 404 if the deal is not visible, and
 * 400 for an unknown stage or reason and without the reason that the fund asks for.
 */
export async function movePipeline(
  viewer: Viewer,
  id: number,
  input: DecisionInput,
): Promise<Moved> {
  return transaction(async (tx) => {
    const before = await lockPipeline(tx, viewer, id);
    const stage = stageNamed(await readStages(tx), input.stage);
    const done = { company: before.companyName, stage: stage.name };
    const reason = isClosed(stage) ? await reasonOf(tx, input) : undefined;
    const isCurrentStage = stage.id === before.stageId;
    if (isCurrentStage && (!reason || saysNothing(reason))) return done;
    await changePipelines(tx, viewer, [{ before, changes: { stage: stage.name }, reason }]);
    return { ...done, actId: transactionId() };
  });
}

/**
 * Closes a deal, also one that is closed already, and returns the id of the decision. Throws as
 * `movePipeline` does, and 400 for a stage that is open.
 */
export async function decide(viewer: Viewer, id: number, input: DecisionInput): Promise<number> {
  return transaction(async (tx) => {
    const before = await lockPipeline(tx, viewer, id);
    const stage = stageNamed(await readStages(tx), input.stage);
    if (!isClosed(stage))
      throw invalid([{ path: 'stage', message: 'Please choose a stage that closes the deal' }]);
    const reason = await reasonOf(tx, input);
    await changePipelines(tx, viewer, [{ before, changes: { stage: stage.name }, reason }]);
    const [decided] = await tx
      .select({ id: decisions.id })
      .from(decisions)
      .where(and(eq(decisions.pipelineId, id), eq(decisions.actId, transactionId())));
    return decided!.id;
  });
}

async function reasonOf(tx: Db, { reason, text, lookAgainOn }: DecisionInput): Promise<Reason> {
  const details = { text: text ?? null, lookAgainOn: lookAgainOn ?? null };
  if (!reason) return { ...details, reasonId: null, reason: null };
  const entry = (await readLists(tx)).listed('reasons').find(({ name }) => name === reason);
  if (!entry) throw invalid([{ path: 'reason', message: 'There is no reason with this name' }]);
  return { ...details, reasonId: entry.id, reason };
}

function saysNothing({ reason, text, lookAgainOn }: Reason): boolean {
  return reason === null && text === null && lookAgainOn === null;
}
