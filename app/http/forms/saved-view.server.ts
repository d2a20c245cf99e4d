import { parseListAddress, parseSavedViewState } from '~/address/saved-view';
import type { Viewer } from '~/domain/access';
import { addSeenValues } from '~/domain/form-conflict/shown-values.server';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import type { SavedViewList, SavedViewState } from '~/domain/saved-view/lists';
import { SavedViewForm } from '~/domain/saved-view/schema';
import { badRequest, type DomainError, parseInput } from '~/errors';
import type { PostedForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readAppearance } from '~/http/session/appearance.server';
import { replyWithSentForm } from './reply.server';

/**
 * Returns the state that a view saves: filters and sort of the address, and the current density and
 * columns. Throws 400 if there is no such list.
 */
export async function readListState(
  viewer: Viewer,
  request: Request,
  address: string | null,
): Promise<SavedViewState & { list: SavedViewList }> {
  const listAddress = parseListAddress(parseSafePath(address) ?? '');
  if (!listAddress) throw badRequest('There is no list at this address.');
  const { list, params } = listAddress;
  const { search, density, columns } = parseSavedViewState(params);
  return {
    list,
    search,
    density: density ?? readAppearance(request).density,
    columns: columns ?? (await getShownColumns(viewer, undefined)) ?? null,
  };
}

/** `stored` is the view of a form that was refused because somebody else has changed it. */
export function replyWithSentView(
  form: PostedForm<'name' | 'isShared' | 'seen'>,
  error: DomainError,
  stored?: object,
) {
  if (error.status === 400 && !error.errors) return undefined;
  const sentSeen = form.get('seen') ?? undefined;
  const seen = stored ? addSeenValues(sentSeen, stored, error.paths) : sentSeen;
  const sent = { name: form.get('name') ?? '', isShared: form.has('isShared'), seen };
  return replyWithSentForm(error, sent);
}

export function parseSavedViewForm(form: PostedForm<'name' | 'isShared'>): SavedViewForm {
  return parseInput(SavedViewForm, {
    name: form.get('name'),
    isShared: form.get('isShared') ?? undefined,
  });
}
