import type { LoaderFunctionArgs } from '@remix-run/node';
import { printPage } from '~/components/list/print-page';
import { requireStaff } from '~/web/session/auth.server';
import { readPrint } from '~/web/print.server';
import { HTML, streamedText } from '~/web/http/stream.server';

export async function loader(asked: LoaderFunctionArgs) {
  const viewer = await requireStaff(asked.request);
  const printed = await readPrint(asked, viewer, '/admin/pipelines');
  return streamedText(asked, printPage(printed), HTML);
}
