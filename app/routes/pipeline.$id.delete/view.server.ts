import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal, getHomePath } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { forbidden } from '~/errors';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  if (!canManageDeal(viewer, deal)) throw forbidden();
  return {
    id: deal.id,
    companyName: deal.companyName,
    version: deal.version,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? getHomePath(viewer),
  };
}
