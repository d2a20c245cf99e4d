import { createReadableStreamFromReadable } from '@remix-run/node';
import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { localDay } from '~/models/dates';
import { readPipelineQuery } from '~/models/pipeline/fields';
import { exportPipelines } from '~/models/pipeline/export.server';
import { readLocale } from '~/web/appearance.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const locale = readLocale(request);
    const workbook = exportPipelines(
      viewer,
      readPipelineQuery(new URL(request.url).searchParams),
      locale,
      request.signal,
    );
    return new Response(createReadableStreamFromReadable(workbook), {
      headers: {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': `attachment; filename="vc-pipelines-${localDay(new Date(), locale)}.xlsx"`,
      },
    });
  },
});
export const action = loader;
