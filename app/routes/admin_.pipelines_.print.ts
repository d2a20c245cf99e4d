import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '~/web/auth.server';
import { answerPrint } from '~/web/print.server';

export async function loader(asked: LoaderFunctionArgs) {
  return answerPrint(asked, await requireStaff(asked.request), '/admin/pipelines');
}
