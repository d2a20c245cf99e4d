import type { LoaderFunctionArgs } from '@remix-run/node';
import { HTML_HEADERS, respondWithStream } from '~/http/responses/stream.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { holdExportSlot } from '~/http/session/slots.server';
import { renderPrintPage } from '~/ui/deal-list/print-page';
import { loadPrintedList } from '~/ui/deal-list/print-view.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const { searchParams, search } = new URL(args.request.url);
  const printed = await loadPrintedList(viewer, searchParams, readLocale(args.request));
  holdExportSlot(args, viewer);
  return respondWithStream(
    args,
    renderPrintPage({ ...printed, back: `/dashboard${search}` }),
    HTML_HEADERS,
  );
}
