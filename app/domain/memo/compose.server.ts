import type { Viewer } from '~/domain/access';
import { listAttachmentsByIds, type ListedAttachment } from '~/domain/attachment/list.server';
import { getDeal } from '~/domain/deal/get.server';
import { listOpenConditions } from '~/domain/decision/conditions.server';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { type ListedNote, listNotesByIds } from '~/domain/note/list.server';
import { getDisplayName } from '~/domain/person/names';
import { getRound } from '~/domain/round/get.server';
import { invalid } from '~/errors';
import { catchDomainError } from '~/result.server';
import type { MemoInput } from './schema';

export type MemoContent = Awaited<ReturnType<typeof composeMemo>>;

export async function composeMemo(viewer: Viewer, dealId: number, input: MemoInput) {
  const deal = await getDeal(viewer, dealId);
  const [round, evaluation, notes, files, conditions] = await Promise.all([
    input.roundId === null ? undefined : getChosenRound(viewer, dealId, input.roundId),
    findEvaluation(viewer, dealId),
    listChosenNotes(dealId, input.notes),
    listChosenFiles(viewer, dealId, input.files),
    listOpenConditions(dealId),
  ]);
  return {
    ...input,
    deal,
    round,
    evaluation,
    notes,
    files,
    conditions,
    author: getDisplayName(viewer),
    createdAt: new Date(),
  };
}

/** Omits the scorecards of an open round, which other readers of the memo may not see yet. */
async function getChosenRound(viewer: Viewer, dealId: number, id: number) {
  const result = await catchDomainError(() => getRound(viewer, dealId, id));
  if (!result.ok)
    throw invalid([{ path: 'roundId', message: 'Please choose a round of this deal' }]);
  const round = result.value;
  return { ...round, card: null, ...(round.isOpen && { cards: null, recusals: null }) };
}

async function listChosenNotes(dealId: number, ids: number[]): Promise<ListedNote[]> {
  const notes = await listNotesByIds(ids.toSorted((left, right) => left - right));
  if (notes.filter((note) => note.dealId === dealId).length < ids.length)
    throw createNotOfDealError('notes');
  return notes;
}

async function listChosenFiles(
  viewer: Viewer,
  dealId: number,
  ids: number[],
): Promise<ListedAttachment[]> {
  const files = await listAttachmentsByIds(viewer, dealId, ids);
  if (files.length < ids.length) throw createNotOfDealError('files');
  return files;
}

const createNotOfDealError = (path: 'notes' | 'files') =>
  invalid([{ path, message: `Please choose ${path} of this deal` }]);
