import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal, isStaff } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { countShares } from '~/domain/share/list.server';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { forbidden } from '~/errors';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  if (!canManageDeal(viewer, deal)) throw forbidden();
  const { searchParams } = new URL(request.url);
  return {
    company: deal.companyName,
    owner: deal.userId === viewer.id ? undefined : await getOwnerName(deal.userId),
    seen: deal.userId,
    losesAccess: !isStaff(viewer),
    back:
      parseSafePath(searchParams.get('back')) ??
      `/pipeline/${deal.id}/history${buildFromQuery(request, viewer)}`,
    stays: searchParams.get('stays') === 'on',
    keepsShares: searchParams.get('keepsShares') === 'on',
    shares: await countShares([deal.id]),
    choices: await listOwnerChoices(searchParams.get('find'), [deal.userId]),
  };
}
