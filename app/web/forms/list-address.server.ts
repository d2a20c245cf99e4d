import { homeOf, isAdmin, isStaff, type Viewer } from '~/models/access';
import { isList, rowId } from '~/models/list-address';
import { safePath } from './request.server';

/** The list that a page of a deal was opened from, as it was left; undefined for anything else. */
function readFrom(request: Request, viewer: Viewer): string | undefined {
  const from = safePath(new URL(request.url).searchParams.get('from'));
  const list = pathOf(from ?? '');
  const isAllowed = isList(list) && (!list.startsWith('/admin') || isStaff(viewer));
  return isAllowed ? from : undefined;
}

/** Where Back and Cancel lead: to the deal's row in the list as it was left, else home. */
export function returnPath(
  request: Request,
  viewer: Viewer,
  deal?: number,
  home = homeOf(viewer),
): string {
  const from = readFrom(request, viewer);
  return from ? atRow(from, deal) : home;
}

/** Where a saved deal leads: as `returnPath`, but an admin only to the admin area (rule 3.26). */
export function returnPathAfterSave(request: Request, viewer: Viewer, deal?: number): string {
  const back = returnPath(request, viewer, deal);
  return isAdmin(viewer) && !back.startsWith('/admin') ? homeOf(viewer) : back;
}

/** The query that passes the list on to another page of the deal. */
export function fromQuery(request: Request, viewer: Viewer): string {
  const from = readFrom(request, viewer);
  return from ? `?${new URLSearchParams({ from })}` : '';
}

function atRow(list: string, deal: number | undefined): string {
  return deal && pathOf(list) !== '/admin' ? `${list}#${rowId(deal)}` : list;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0]!;
}

/** Where a page that may be opened from anywhere leads back: its `back`, else as `returnPath`. */
export function returnBack(request: Request, viewer: Viewer, deal: number): string {
  const back = safePath(new URL(request.url).searchParams.get('back'));
  return back ?? returnPath(request, viewer, deal);
}
