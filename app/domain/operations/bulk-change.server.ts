import { and, countDistinct, eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { type Deal, deals, historyEvents } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { isSameValue } from '~/domain/history/field-value';
import { undoOperationId } from '~/domain/history/operation-id';
import type { Operation } from '~/domain/history/record.server';
import { getSubmissionOperationId } from '~/domain/history/submission-operation.server';
import { insertNotes } from '~/domain/note/create.server';
import { requireClosingReason } from '~/domain/stage/close.server';
import { getStageByName, queryStages } from '~/domain/stage/stages.server';
import { visibleTo } from '~/domain/visibility.server';
import type { BulkChange } from './bulk-schema';

export interface BulkResult {
  operationId?: string;
  changed: number;
  unchanged: number;
}

/**
 * Changes the visible ones of these deals where they differ, and adds the note to all of them. A
 * form sent twice with the same `submission` runs once.
 */
export async function changeDealsInBulk(
  viewer: Viewer,
  ids: number[],
  change: BulkChange,
  submission?: string,
): Promise<BulkResult> {
  const submissionOperationId = getSubmissionOperationId(viewer, submission, change);
  return transaction(async (tx) => {
    const { id } = deals;
    const visibleDeals = await tx
      .select({ id })
      .from(deals)
      .where(and(inArray(id, ids), visibleTo(viewer)))
      .orderBy(id);
    const visibleIds = visibleDeals.map((deal) => deal.id);
    const alreadyChanged = submissionOperationId
      ? await countChangedDeals(tx, submissionOperationId)
      : 0;
    if (
      submissionOperationId &&
      alreadyChanged &&
      !(await countChangedDeals(tx, undoOperationId(submissionOperationId)))
    )
      return toBulkResult(submissionOperationId, alreadyChanged, visibleIds.length);
    const operation: Required<Operation> = {
      at: new Date(),
      operationId: (!alreadyChanged && submissionOperationId) || getTransactionId(),
    };
    const changeWithStage = await lookUpStage(tx, change);
    let changed = 0;
    for await (const chunk of iterateChunks(visibleIds)) {
      const chunkDeals = await tx.select().from(deals).where(inArray(id, chunk)).orderBy(id);
      changed += await changeChunk(tx, viewer, chunkDeals, { change: changeWithStage, operation });
    }
    return toBulkResult(operation.operationId, changed, visibleIds.length);
  });
}

function toBulkResult(operationId: string, changed: number, selectedCount: number): BulkResult {
  const unchanged = Math.max(0, selectedCount - changed);
  return { operationId: changed ? operationId : undefined, changed, unchanged };
}

async function countChangedDeals(tx: Db, operationId: string): Promise<number> {
  const deals = countDistinct(historyEvents.subjectId);
  const [row] = await tx
    .select({ deals })
    .from(historyEvents)
    .where(eq(historyEvents.operationId, operationId));
  return row!.deals;
}

/** Returns the change with the stage and the reason that its names stand for. */
async function lookUpStage(tx: Db, { stage: stageName, reason, ...change }: BulkChange) {
  const stage = stageName ? getStageByName(await queryStages(tx), stageName) : undefined;
  const closingReason = stage && reason ? await requireClosingReason(tx, { reason }) : undefined;
  return { ...change, stage, closingReason };
}

interface ChunkChange {
  change: Awaited<ReturnType<typeof lookUpStage>>;
  operation: Operation;
}

async function changeChunk(
  tx: Db,
  viewer: Viewer,
  chunkDeals: Deal[],
  { change, operation }: ChunkChange,
): Promise<number> {
  const { note, stage, closingReason, ...fields } = change;
  const edits = chunkDeals.map((before) => {
    const changes = getDifferingFields(before, fields);
    if (!stage || stage.id === before.stageId) return { before, changes };
    return { before, changes: { ...changes, stage: stage.name }, closingReason };
  });
  const different = edits.filter(({ changes }) => Object.keys(changes).length);
  await applyDealEdits(tx, viewer, different, operation);
  if (note) await insertNotes(tx, viewer, chunkDeals, { text: note, ...operation });
  return note ? chunkDeals.length : different.length;
}

function getDifferingFields(
  before: Deal,
  change: Pick<BulkChange, 'fundingRound' | 'nextMeetingDate'>,
): DealEdit['changes'] {
  const isDifferent = ([field, value]: [string, unknown]) =>
    value !== undefined && !isSameValue(value, before[field as keyof Deal]);
  return Object.fromEntries(Object.entries(change).filter(isDifferent));
}
