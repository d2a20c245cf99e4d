import type { Viewer } from '~/domain/access';
import { listDealNames } from '~/domain/deal/get.server';
import { MAX_SELECTED_ROWS } from '~/domain/operations/result';
import { deleteDealsById } from '~/domain/operations/trash/delete.server';
import { getShortName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { badRequest } from '~/errors';
import { describeSkipped } from '~/format/operation-result';
import type { PostedForm } from '~/http/request/form.server';
import { isId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { type PageRedirect, respondWithRedirect } from '~/http/session/toast.server';

export const SELECTION_FIELDS = { text: ['back'], lists: ['id'] } as const;
export const TRANSFER_FIELDS = { text: ['back', 'owner'], lists: ['id'] } as const;

export function parseSelection(fields: URLSearchParams | PostedForm<'id'>): string[] {
  const ids = [...new Set(fields.getAll('id'))].filter(Boolean);
  if (ids.length > MAX_SELECTED_ROWS)
    throw badRequest(`Please select at most ${formatCount(MAX_SELECTED_ROWS, 'row')} at once.`);
  return ids;
}

export function parseDealIds(selected: string[]): number[] {
  return selected.filter(isId).map(Number);
}

export function buildNothingSelectedRedirect(
  back: string,
  noun: string,
  verb = 'delete',
): PageRedirect {
  const title = `No ${noun}s selected`;
  const text = `Select the ${noun}s to ${verb} first.`;
  return { redirectTo: back, toast: { title, text, failed: true } };
}

export async function loadSelectedDeals(
  viewer: Viewer,
  request: Request,
  home: string,
  verb?: string,
) {
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? home;
  const ids = parseSelection(searchParams);
  if (!ids.length)
    throw await respondWithRedirect(buildNothingSelectedRedirect(back, 'pipeline', verb));
  const rows = await listDealNames(viewer, parseDealIds(ids));
  return {
    ids,
    back,
    rows: rows.map(({ id, companyName, ownerId, owner }) => ({
      id,
      ownerId,
      name: companyName,
      note: getShortName(owner),
    })),
  };
}

export async function deleteSelectedDeals(
  viewer: Viewer,
  form: PostedForm<'back' | 'id'>,
  home: string,
): Promise<PageRedirect> {
  const back = parseSafePath(form.get('back')) ?? home;
  const ids = parseSelection(form);
  if (!ids.length) return buildNothingSelectedRedirect(back, 'pipeline');
  const { operationId, entries, skippedCount } = await deleteDealsById(viewer, parseDealIds(ids));
  return buildDeletionRedirect(back, 'pipeline', {
    selected: ids.length,
    deleted: entries.length,
    skipReasons: Array.from({ length: skippedCount }, () => "a colleague's"),
    undo: operationId,
  });
}

interface DeletionResult {
  selected: number;
  deleted: number;
  skipReasons: string[];
  undo?: string;
}

/**
 * Leads back with a message such as '2 users deleted, 1 skipped: …'. Rows neither deleted nor
 * skipped were already gone.
 */
export function buildDeletionRedirect(
  back: string,
  noun: string,
  { selected, deleted, skipReasons, undo }: DeletionResult,
): PageRedirect {
  const skipped = describeSkipped({
    gone: selected - deleted - skipReasons.length,
    skipReasons,
  });
  const summary = [`${formatCount(deleted, noun)} deleted`, skipped].filter(Boolean).join(', ');
  const toast = deleted
    ? { title: 'Success', text: summary, undo, isBrief: true }
    : { title: `Failed to delete ${noun}s`, text: summary, failed: true };
  return { redirectTo: back, toast };
}
