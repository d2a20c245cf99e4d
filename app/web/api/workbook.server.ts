import { createReadableStreamFromReadable } from '@remix-run/node';
import { localDay, type Locale } from '~/models/dates';
import { exportWorkbook, type WorkbookJob, type WorkbookTask } from '~/workers/export.server';
import { countWorkbook } from '~/web/session/limits.server';
import { type Asked, refuseAsData } from '~/web/http/stream.server';

/**
 * Streams a workbook as a download; its file name ends with the viewer's date. Throws 429 after too
 * many.
 */
export async function answerWorkbook<Name extends WorkbookTask>(
  asked: Asked,
  name: string,
  task: Name,
  job: Omit<WorkbookJob<Name>, 'out'> & { locale: Locale },
): Promise<Response> {
  const file = `${name}-${localDay(new Date(), job.locale)}.xlsx`;
  const headers = {
    'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Content-Disposition': `attachment; filename="${file}"`,
  };
  refuseAsData(asked.context);
  if (asked.request.method === 'HEAD') return new Response(null, { headers });
  await countWorkbook(asked, job.viewer);
  const bytes = await exportWorkbook(task, job, asked.context.leaving);
  return new Response(createReadableStreamFromReadable(bytes), { headers });
}
