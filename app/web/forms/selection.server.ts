import { badRequest } from '~/refusal';
import { type PostedForm, readForm, safePath } from './request.server';
import type { Viewer } from '~/models/access';
import { findPipelines } from '~/models/pipeline/write.server';
import { MAX_SELECTED, skippedText } from '~/models/selection';
import { counted, shortName } from '~/models/text';
import { makeToast, redirectWithToast } from './toast.server';
import { deletePipelines } from '~/models/trash/delete.server';

/** The fields of a page that confirms an act on selected rows, and with the deals' new owner. */
export const SELECTION_FIELDS = { text: ['back'], lists: ['id'] } as const;
export const HAND_OVER_FIELDS = { text: ['back', 'owner'], lists: ['id'] } as const;

/** The selected ids without duplicates (rule 9.11). Throws 400 for more than a page can have. */
export function readSelection(fields: URLSearchParams | PostedForm<'id'>): string[] {
  const ids = [...new Set(fields.getAll('id'))].filter(Boolean);
  if (ids.length > MAX_SELECTED)
    throw badRequest(`Please select at most ${counted(MAX_SELECTED, 'row')} at once.`);
  return ids;
}

export function dealIds(selected: string[]): number[] {
  return selected.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
}

export async function redirectNothingSelected(
  back: string,
  noun: string,
  act = 'delete',
): Promise<Response> {
  return redirectWithToast(
    back,
    makeToast(`No ${noun}s selected`, `Select the ${noun}s to ${act} first.`, true),
  );
}

/**
 * The data of a page that confirms an act on selected deals: the visible ones by name, and where
 * Cancel leads. Throws 400 for too many, and a redirect if none is selected.
 */
export async function selectedDeals(viewer: Viewer, request: Request, home: string, act?: string) {
  const { searchParams } = new URL(request.url);
  const back = safePath(searchParams.get('back')) ?? home;
  const ids = readSelection(searchParams);
  if (!ids.length) throw await redirectNothingSelected(back, 'pipeline', act);
  const rows = await findPipelines(viewer, dealIds(ids));
  return {
    ids,
    back,
    rows: rows.map(({ id, companyName, owner }) => ({
      id,
      name: companyName,
      note: shortName(owner),
    })),
  };
}

/** Deletes the selected deals, and leads back with a message. Throws 400 for too many. */
export async function deleteSelected(
  viewer: Viewer,
  request: Request,
  home: string,
): Promise<Response> {
  const form = await readForm(request, SELECTION_FIELDS);
  const back = safePath(form.get('back')) ?? home;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline');
  const { actId: undo, entries, kept } = await deletePipelines(viewer, dealIds(ids));
  const shared = Array.from({ length: kept }, () => "a colleague's");
  const done = { selected: ids.length, deleted: entries.length, kept: shared, undo };
  return redirectAfterDeletion(back, 'pipeline', done);
}

interface Deleted {
  selected: number;
  deleted: number;
  kept: string[];
  undo?: string;
}

/** '2 users deleted, 1 skipped: …'. Rows neither deleted nor kept were gone before. */
export async function redirectAfterDeletion(
  back: string,
  noun: string,
  { selected, deleted, kept, undo }: Deleted,
): Promise<Response> {
  const skipped = skippedText({ gone: selected - deleted - kept.length, keptReasons: kept });
  const summary = [`${counted(deleted, noun)} deleted`, skipped].filter(Boolean).join(', ');
  const toast = deleted
    ? { ...makeToast('Success', summary), undo, isBrief: true }
    : makeToast(`Failed to delete ${noun}s`, summary, true);
  return redirectWithToast(back, toast);
}
