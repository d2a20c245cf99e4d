import type { LoaderFunctionArgs } from '@remix-run/node';
import { explainCannotDeleteUser } from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { buildNothingSelectedRedirect, parseSelection } from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
import { respondWithRedirect } from '~/http/session/toast.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? '/admin';
  const ids = parseSelection(searchParams);
  if (!ids.length) throw await respondWithRedirect(buildNothingSelectedRedirect(back, 'user'));
  const users = await findUsersWithDealCounts(viewer, ids);
  const rows = users.map((user) => ({
    id: user.id,
    name: getDisplayName(user),
    email: user.email,
    deals: user.deals,
    why: explainCannotDeleteUser(viewer, user),
  }));
  const deletable = rows.filter(({ why }) => !why);
  return {
    ids,
    back,
    deletable,
    choices: deletable.some(({ deals }) => deals)
      ? await listOwnerChoices(
          searchParams.get('find'),
          deletable.map(({ id }) => id),
        )
      : undefined,
    skipped: rows.filter(({ why }) => why),
    missing: ids.length - rows.length,
  };
}
