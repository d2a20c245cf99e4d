import type { LoaderFunctionArgs } from '@remix-run/node';
import { hashShownValues } from '~/domain/form-conflict/shown-values.server';
import { countShares } from '~/domain/share/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { loadSelectedDeals } from '~/http/forms/selection.server';
import { requireStaff } from '~/http/session/guards.server';

export const HOME_PATH = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const selected = await loadSelectedDeals(viewer, request, HOME_PATH, 'transfer');
  return {
    ...selected,
    seenOwners: hashShownValues(
      Object.fromEntries(selected.rows.map(({ id, ownerId }) => [id, ownerId])),
    ),
    shares: await countShares(selected.rows.map(({ id }) => id)),
    keepsShares: searchParams.get('keepsShares') === 'on',
    choices: await listOwnerChoices(searchParams.get('find'), []),
  };
}
