import type { LoaderFunctionArgs } from '@remix-run/node';
import { parsePageNumber } from '~/address/page';
import { getDeal } from '~/domain/deal/get.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadAttachmentsPage } from '~/ui/attachment/attachment-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const page = parsePageNumber(new URL(request.url).searchParams);
  const view = await loadAttachmentsPage(viewer, deal, readLocale(request), page);
  return { company: deal.companyName, ...view };
}
