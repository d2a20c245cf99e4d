import type { Viewer } from '~/models/access';
import { readListAddress, type ViewList, type ViewState } from '~/models/view/address';
import { viewState } from '~/models/view/list.server';
import { shownColumns } from '~/models/view/columns.server';
import { ViewForm } from '~/models/view/schema';
import { badRequest, parse, type Refusal } from '~/refusal';
import { readAppearance } from '~/web/session/appearance.server';
import { refusedForm } from './reply.server';
import { type PostedForm, safePath } from './request.server';

/**
 * What a view keeps of the list at this address: its filters and sort, and the density and columns
 * in force. Throws 400 if there is no such list.
 */
export async function listState(
  viewer: Viewer,
  request: Request,
  address: string | null,
): Promise<ViewState & { list: ViewList }> {
  const listAddress = readListAddress(safePath(address) ?? '');
  if (!listAddress) throw badRequest('There is no list at this address.');
  const { list, params } = listAddress;
  const { search, density, columns } = viewState(params);
  return {
    list,
    search,
    density: density ?? readAppearance(request).density,
    columns: columns ?? (await shownColumns(viewer, params)) ?? null,
  };
}

/** The reply to a refused form of a view, as `refusedForm` is. */
export function refusedView(form: PostedForm<'name' | 'isShared'>, refused: Refusal) {
  return refusedForm({ name: form.get('name') ?? '', isShared: form.has('isShared') }, refused);
}

/** Throws 400. */
export function readViewForm(form: PostedForm<'name' | 'isShared'>): ViewForm {
  return parse(ViewForm, { name: form.get('name'), isShared: form.get('isShared') ?? undefined });
}
