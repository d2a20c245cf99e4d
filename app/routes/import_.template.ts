import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const locale = readLocale(args.request);
  return respondWithWorkbook(args, 'import-template', 'exportImportTemplate', { viewer, locale });
}
