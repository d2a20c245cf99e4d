import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { requireAdmin } from '~/web/auth.server';
import { readHistoryQuery } from '~/models/history/view.server';
import { localDay } from '~/models/dates';
import { exportHistory } from '~/models/history/export.server';
import { readPlace } from '~/web/appearance.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const place = readPlace(request);
  const { query } = readHistoryQuery(new URL(request.url).searchParams, place);
  return new Response(
    createReadableStreamFromReadable(exportHistory(viewer, query, place, request.signal)),
    {
      headers: {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': `attachment; filename="history-${localDay(new Date(), place)}.xlsx"`,
      },
    },
  );
}
