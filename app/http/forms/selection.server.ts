import type { Viewer } from '~/domain/access';
import { listDealNames } from '~/domain/deal/get.server';
import { describeSkipped, MAX_SELECTED_ROWS } from '~/domain/operations/describe-result';
import { deleteDealsById } from '~/domain/operations/trash/delete.server';
import { getShortName } from '~/domain/person/names';
import { formatCount } from '~/domain/text/text';
import { badRequest } from '~/errors';
import { type PostedForm, readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';

/** Fields of the pages that confirm an action on selected rows. */
export const SELECTION_FIELDS = { text: ['back'], lists: ['id'] } as const;
export const TRANSFER_FIELDS = { text: ['back', 'owner'], lists: ['id'] } as const;

/**
 * Returns the selected ids without duplicates (rule 9.11). Throws 400 for more than a page can
 * have.
 */
export function readSelection(fields: URLSearchParams | PostedForm<'id'>): string[] {
  const ids = [...new Set(fields.getAll('id'))].filter(Boolean);
  if (ids.length > MAX_SELECTED_ROWS)
    throw badRequest(`Please select at most ${formatCount(MAX_SELECTED_ROWS, 'row')} at once.`);
  return ids;
}

export function parseDealIds(selected: string[]): number[] {
  return selected.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
}

export async function redirectNothingSelected(
  back: string,
  noun: string,
  verb = 'delete',
): Promise<Response> {
  return redirectWithToast(
    back,
    makeToast(`No ${noun}s selected`, `Select the ${noun}s to ${verb} first.`, true),
  );
}

/**
 * Loads the page that confirms an action on selected deals: those the viewer can see, and the
 * address for Cancel. Throws 400 for too many, and a redirect if none is selected.
 */
export async function loadSelectedDeals(
  viewer: Viewer,
  request: Request,
  home: string,
  verb?: string,
) {
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? home;
  const ids = readSelection(searchParams);
  if (!ids.length) throw await redirectNothingSelected(back, 'pipeline', verb);
  const rows = await listDealNames(viewer, parseDealIds(ids));
  return {
    ids,
    back,
    rows: rows.map(({ id, companyName, owner }) => ({
      id,
      name: companyName,
      note: getShortName(owner),
    })),
  };
}

/** Deletes the selected deals and redirects with a message. Throws 400 for too many. */
export async function deleteSelectedDeals(
  viewer: Viewer,
  request: Request,
  home: string,
): Promise<Response> {
  const form = await readForm(request, SELECTION_FIELDS);
  const back = parseSafePath(form.get('back')) ?? home;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline');
  const {
    operationId: undo,
    entries,
    skippedCount,
  } = await deleteDealsById(viewer, parseDealIds(ids));
  const shared = Array.from({ length: skippedCount }, () => "a colleague's");
  const done = { selected: ids.length, deleted: entries.length, skipReasons: shared, undo };
  return redirectAfterDeletion(back, 'pipeline', done);
}

interface DeletionResult {
  selected: number;
  deleted: number;
  skipReasons: string[];
  undo?: string;
}

/**
 * Redirects with a message such as '2 users deleted, 1 skipped: …'. Rows neither deleted nor
 * skipped were already gone.
 */
export async function redirectAfterDeletion(
  back: string,
  noun: string,
  { selected, deleted, skipReasons, undo }: DeletionResult,
): Promise<Response> {
  const skipped = describeSkipped({
    gone: selected - deleted - skipReasons.length,
    skipReasons,
  });
  const summary = [`${formatCount(deleted, noun)} deleted`, skipped].filter(Boolean).join(', ');
  const toast = deleted
    ? { ...makeToast('Success', summary), undo, isBrief: true }
    : makeToast(`Failed to delete ${noun}s`, summary, true);
  return redirectWithToast(back, toast);
}
