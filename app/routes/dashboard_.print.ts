import type { LoaderFunctionArgs } from '@remix-run/node';
import { printPage } from '~/components/list/print-page';
import { printedList } from '~/screens/dashboard/print.server';
import { HTML, streamedText } from '~/web/http/stream.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { countExport } from '~/web/session/limits.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const { searchParams, search } = new URL(args.request.url);
  const printed = await printedList(viewer, searchParams, readLocale(args.request));
  countExport(args, viewer);
  return streamedText(args, printPage({ ...printed, back: `/dashboard${search}` }), HTML);
}
