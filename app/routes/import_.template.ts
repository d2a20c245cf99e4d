import type { LoaderFunctionArgs } from '@remix-run/node';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { answerWorkbook } from '~/web/api/workbook.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const locale = readLocale(args.request);
  return answerWorkbook(args, 'import-template', 'importTemplate', { viewer, locale });
}
