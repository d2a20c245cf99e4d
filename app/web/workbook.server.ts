import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { localDay, type Locale } from '~/models/dates';
import { exportWorkbook } from '~/workers/export.server';
import type { WorkbookJob, WorkbookTask } from '~/workers/pool.server';

/** Streams a workbook as a download; its file name ends with the viewer's date. */
export async function answerWorkbook<Name extends WorkbookTask>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  name: string,
  task: Name,
  job: Omit<WorkbookJob<Name>, 'out'> & { locale: Locale },
): Promise<Response> {
  const file = `${name}-${localDay(new Date(), job.locale)}.xlsx`;
  const headers = {
    'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Content-Disposition': `attachment; filename="${file}"`,
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const reader = { signal: request.signal, response: context.response };
  const bytes = await exportWorkbook(task, job, reader);
  return new Response(createReadableStreamFromReadable(bytes), { headers });
}
