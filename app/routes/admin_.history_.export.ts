import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { requireAdmin } from '~/web/auth.server';
import { readHistoryQuery } from '~/models/history/view.server';
import { localDay } from '~/models/dates';
import { exportHistory } from '~/models/history/export.server';
import { readLocale } from '~/web/appearance.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const locale = readLocale(request);
  const { query } = readHistoryQuery(new URL(request.url).searchParams, locale);
  return new Response(
    createReadableStreamFromReadable(exportHistory(viewer, query, locale, request.signal)),
    {
      headers: {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': `attachment; filename="history-${localDay(new Date(), locale)}.xlsx"`,
      },
    },
  );
}
