import { createReadableStreamFromReadable } from '@remix-run/node';
import { getLocalDay } from '~/domain/date/time-zone';
import type { Locale } from '~/format/locale';
import { assertNotDataRequest, type RequestArgs } from '~/http/responses/stream.server';
import { admitExport } from '~/http/session/limits.server';
import { streamWorkbook, type WorkbookJob, type WorkbookTask } from '~/jobs/export.server';

export async function respondWithWorkbook<Name extends WorkbookTask>(
  args: RequestArgs,
  name: string,
  task: Name,
  job: Omit<WorkbookJob<Name>, 'out'> & { locale: Locale },
): Promise<Response> {
  const file = `${name}-${getLocalDay(new Date(), job.locale.timeZone)}.xlsx`;
  const headers = {
    'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Content-Disposition': `attachment; filename="${file}"`,
  };
  assertNotDataRequest(args.context);
  if (args.request.method === 'HEAD') return new Response(null, { headers });
  await admitExport(args, job.viewer);
  const bytes = await streamWorkbook(task, job, args.context.signal);
  return new Response(createReadableStreamFromReadable(bytes), { headers });
}
