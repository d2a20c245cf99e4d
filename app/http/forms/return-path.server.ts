import { getDealRowId, isReturnPath } from '~/address/return-paths';
import { getHomePath, isAdmin, isStaff, type Viewer } from '~/domain/access';
import { parseSafePath } from '~/http/request/safe-path.server';

function readOpenedList(request: Request, viewer: Viewer): string | undefined {
  const from = parseSafePath(new URL(request.url).searchParams.get('from'));
  const list = getPathname(from ?? '');
  const isAllowed = isReturnPath(list) && (!list.startsWith('/admin') || isStaff(viewer));
  return isAllowed ? from : undefined;
}

/**
 * Returns the address for Back and Cancel: the deal's row in the list it was opened from, else
 * home.
 */
export function getReturnPath(
  request: Request,
  viewer: Viewer,
  deal?: number,
  home = getHomePath(viewer),
): string {
  const from = readOpenedList(request, viewer);
  return from ? addRowAnchor(from, deal) : home;
}

/** Returns the address after a save, which for admins is always in the admin area (rule 3.26). */
export function getReturnPathAfterSave(request: Request, viewer: Viewer, deal?: number): string {
  const back = getReturnPath(request, viewer, deal);
  return isAdmin(viewer) && !back.startsWith('/admin') ? getHomePath(viewer) : back;
}

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

export function readBackPath(request: Request, viewer: Viewer, deal: number): string {
  const back = parseSafePath(new URL(request.url).searchParams.get('back'));
  return back ?? getReturnPath(request, viewer, deal);
}
