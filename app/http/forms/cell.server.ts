import type { z } from 'zod';
import { isStaff, type Viewer } from '~/domain/access';
import { changeDealField } from '~/domain/deal/change-field.server';
import {
  CELL_PARAM,
  EDITABLE_CELLS,
  type EditableCell,
  isEditableCell,
} from '~/domain/deal/editable-cells';
import type { LIST_FORM_FIELDS } from '~/domain/deal/form-fields';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { DealInput } from '~/domain/deal/schema';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { getOptionLists } from '~/domain/option-list/list.server';
import { toCurrentStageName } from '~/domain/stage/stages.server';
import { badRequest, type DomainError, parseInput } from '~/errors';
import { parseId } from '~/http/request/params.server';
import type { Toast } from '~/toast';
import type { UserSubmission } from './form-action.server';
import { SUBMISSION_PARAM } from './saved-submission.server';

interface CellChange {
  id: number;
  value: string;
  seen: string;
  /** Null from forms that did not show it. */
  seenDay: string | null;
  reason: string | undefined;
}
type CellWrite = (
  viewer: Viewer,
  change: CellChange,
) => Promise<{ company: string; operationId?: string; text: string }>;

const CELL_WRITES: Record<EditableCell, CellWrite> = {
  async stage(viewer, { id, value, seen, reason }) {
    const stage = await toCurrentStageName(value);
    const seenStage = await toCurrentStageName(seen);
    const moved = await moveDeal(viewer, id, { stage, reason }, { seenStage });
    return { ...moved, text: `Moved to ${moved.stage}` };
  },
  async owner(viewer, { id, value, seen }) {
    const moved = await transferDeal(viewer, id, value, { seenOwner: seen });
    // Others no longer see the deal, so that they cannot undo it.
    const operationId = isStaff(viewer) ? moved.operationId : undefined;
    return { company: moved.company, operationId, text: `Owner: ${moved.newOwner}` };
  },
  async round(viewer, change) {
    const seen = { fundingRound: change.seen || null };
    const { value, ...changed } = await saveField(viewer, 'fundingRound', { ...change, seen });
    return { ...changed, text: `Round: ${value ? getFundingRoundLabel(value) : 'none'}` };
  },
  async meeting(viewer, change) {
    const seen = {
      nextMeetingDate: change.seen || null,
      ...(change.seenDay !== null && { nextMeetingOn: change.seenDay || null }),
    };
    const { value, ...changed } = await saveField(viewer, 'nextMeetingDate', { ...change, seen });
    return { ...changed, text: `Next meeting: ${value ?? 'not planned'}` };
  },
};

type SeenFields = Parameters<typeof changeDealField>[2]['seenValues'];

const CellInput = DealInput.pick({ fundingRound: true, nextMeetingDate: true });

async function saveField(
  viewer: Viewer,
  field: keyof z.output<typeof CellInput>,
  { id, value: text, seen }: Pick<CellChange, 'id' | 'value'> & { seen: SeenFields },
) {
  // The page may have been opened before a round or next meeting got another name (rule 24.17).
  const lists = await getOptionLists();
  const value = parseInput(CellInput, withCurrentNames(lists, { [field]: text }))[field] ?? null;
  const change = { field, value, seenValues: withCurrentNames(lists, seen) };
  return { ...(await changeDealField(viewer, id, change)), value };
}

type CellSubmission = UserSubmission<(typeof LIST_FORM_FIELDS.text)[number]>;

export async function saveCell({ viewer, request, form }: CellSubmission) {
  const cell = form.get('cell');
  if (!isEditableCell(cell)) throw badRequest('Unknown action.');
  const { company, text, operationId } = await CELL_WRITES[cell](viewer, {
    id: parseId(form.get('id')),
    value: form.get('value') ?? '',
    seen: form.get('seen') ?? '',
    seenDay: form.get('seenDay'),
    reason: form.get('reason') || undefined,
  });
  const toast: Toast = { title: company, text, undo: operationId };
  return { redirectTo: getPathWithoutOpenCell(request), toast, replace: true };
}

/** Says why a cell was not saved. A stage that needs a reason leads to the page that asks for it. */
export function rejectCell({ status, message, errors }: DomainError, sent: CellSubmission) {
  const { request, form } = sent;
  const cell = form.get('cell');
  if (!isEditableCell(cell)) return undefined;
  const back = getPathWithoutOpenCell(request);
  const value = form.get('value') ?? '';
  const reason = errors?.find(({ path }) => path === 'reason');
  if (reason) {
    const query = new URLSearchParams({ stage: value, back });
    const toast: Toast = { title: 'Not moved yet', text: reason.message, failed: true };
    return { redirectTo: `/pipeline/${form.get('id')}/stage?${query}`, toast };
  }
  const label = cell === 'round' ? getFundingRoundLabel(value) : value;
  const chosen = status === 412 ? ` You chose ${label || 'none'}.` : '';
  const text = `Failed to change the ${EDITABLE_CELLS[cell]}. ${errors?.[0]?.message ?? message}${chosen}`;
  const toast: Toast = { title: 'Error', text, failed: true };
  return { redirectTo: back, toast, replace: true };
}

export function getPathWithoutOpenCell(request: Request): string {
  const url = new URL(request.url);
  for (const name of ['score', CELL_PARAM, SUBMISSION_PARAM]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
