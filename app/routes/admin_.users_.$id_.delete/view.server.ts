import type { LoaderFunctionArgs } from '@remix-run/node';
import { explainCannotDeleteUser } from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { findUsersWithDealCounts } from '~/domain/user/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { forbidden, notFound } from '~/errors';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const [user] = await findUsersWithDealCounts(viewer, [params.id!]);
  if (!user) throw notFound('User not found');
  const why = explainCannotDeleteUser(viewer, user);
  if (why) throw forbidden(`Not deleted: ${why}.`);
  const { searchParams } = new URL(request.url);
  return {
    choices: user.deals ? await listOwnerChoices(searchParams.get('find'), [user.id]) : undefined,
    name: getDisplayName(user),
    email: user.email,
    deals: user.deals,
    back: parseSafePath(searchParams.get('back')) ?? '/admin',
  };
}
