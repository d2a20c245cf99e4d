import type { LoaderFunctionArgs } from '@remix-run/node';
import { parsePageNumber } from '~/address/page';
import { getDeal } from '~/domain/deal/get.server';
import { createAccessRequest } from '~/domain/note/mention.server';
import { getNotesPage } from '~/domain/note/thread.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { toNotesView } from '~/ui/note/note-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const { searchParams } = new URL(request.url);
  const page = parsePageNumber(searchParams);
  return {
    company: deal.companyName,
    thread: toNotesView(await getNotesPage(viewer, deal, page), readLocale(request)),
    text: await createAccessRequest(viewer, deal, searchParams.get('ask') ?? ''),
  };
}
