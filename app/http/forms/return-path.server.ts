import { getHomePath, isAdmin, isStaff, type Viewer } from '~/domain/access';
import { getDealRowId, isListPath } from '~/domain/deal/list-paths';
import { parseSafePath } from '~/http/request/safe-path.server';

/** The list that a page of a deal was opened from, as it was left; undefined for anything else. */
function readOpenedList(request: Request, viewer: Viewer): string | undefined {
  const from = parseSafePath(new URL(request.url).searchParams.get('from'));
  const list = getPathname(from ?? '');
  const isAllowed = isListPath(list) && (!list.startsWith('/admin') || isStaff(viewer));
  return isAllowed ? from : undefined;
}

/** Where Back and Cancel lead: to the deal's row in the list as it was left, else home. */
export function getReturnPath(
  request: Request,
  viewer: Viewer,
  deal?: number,
  home = getHomePath(viewer),
): string {
  const from = readOpenedList(request, viewer);
  return from ? addRowAnchor(from, deal) : home;
}

/** Where a saved deal leads: as `returnPath`, but an admin only to the admin area (rule 3.26). */
export function getReturnPathAfterSave(request: Request, viewer: Viewer, deal?: number): string {
  const back = getReturnPath(request, viewer, deal);
  return isAdmin(viewer) && !back.startsWith('/admin') ? getHomePath(viewer) : back;
}

/** The query that passes the list on to another page of the deal. */
export function buildFromQuery(request: Request, viewer: Viewer): string {
  const from = readOpenedList(request, viewer);
  return from ? `?${new URLSearchParams({ from })}` : '';
}

function addRowAnchor(list: string, deal: number | undefined): string {
  return deal && getPathname(list) !== '/admin' ? `${list}#${getDealRowId(deal)}` : list;
}

function getPathname(address: string): string {
  return address.split('?', 1)[0]!;
}

/** Where a page that may be opened from anywhere leads back: its `back`, else as `returnPath`. */
export function readBackPath(request: Request, viewer: Viewer, deal: number): string {
  const back = parseSafePath(new URL(request.url).searchParams.get('back'));
  return back ?? getReturnPath(request, viewer, deal);
}
