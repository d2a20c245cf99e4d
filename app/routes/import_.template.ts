import type { LoaderFunctionArgs } from '@remix-run/node';
import { readLocale } from '~/web/appearance.server';
import { requireUser } from '~/web/auth.server';
import { answerWorkbook } from '~/web/workbook.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const locale = readLocale(args.request);
  return answerWorkbook(args, 'import-template', 'importTemplate', { viewer, locale });
}
