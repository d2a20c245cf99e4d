import type { LoaderFunctionArgs } from '@remix-run/node';
import { printPage } from '~/components/list/print-page';
import { printedList } from '~/screens/dashboard/print.server';
import { HTML, streamedText } from '~/web/http/stream.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { countExport } from '~/web/session/limits.server';

export async function loader(asked: LoaderFunctionArgs) {
  const viewer = await requireUser(asked.request);
  const { searchParams, search } = new URL(asked.request.url);
  const printed = await printedList(viewer, searchParams, readLocale(asked.request));
  countExport(asked, viewer);
  return streamedText(asked, printPage({ ...printed, back: `/dashboard${search}` }), HTML);
}
