import { createReadableStreamFromReadable } from '@remix-run/node';
import { localDay, type Locale } from '~/models/dates';
import { exportWorkbook, type WorkbookJob, type WorkbookTask } from '~/workers/export.server';
import { countWorkbook } from '~/web/session/limits.server';
import { type RequestArgs, refuseAsData } from '~/web/http/stream.server';

/**
 * Streams a workbook as a download; its file name ends with the viewer's date. Throws 429 after too
 * many.
 */
export async function answerWorkbook<Name extends WorkbookTask>(
  args: RequestArgs,
  name: string,
  task: Name,
  job: Omit<WorkbookJob<Name>, 'out'> & { locale: Locale },
): Promise<Response> {
  const file = `${name}-${localDay(new Date(), job.locale)}.xlsx`;
  const headers = {
    'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Content-Disposition': `attachment; filename="${file}"`,
  };
  refuseAsData(args.context);
  if (args.request.method === 'HEAD') return new Response(null, { headers });
  await countWorkbook(args, job.viewer);
  const bytes = await exportWorkbook(task, job, args.context.leaving);
  return new Response(createReadableStreamFromReadable(bytes), { headers });
}
