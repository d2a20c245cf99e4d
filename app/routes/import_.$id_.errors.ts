import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getImport } from '~/domain/import/record/get.server';
import { ROW_SETS } from '~/domain/import/record/row-sets.server';
import { respondWithWorkbook } from '~/http/api/workbook.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const importRecord = await getImport(viewer, parseId(args.params.id));
  const sent = new URL(args.request.url).searchParams.get('rows');
  const set = ROW_SETS.find((known) => known === sent);
  const hasRows = importRecord.state === 'preview' || (importRecord.state === 'done' && set);
  if (!hasRows) throw redirect(getImportStagePath(importRecord));
  const locale = readLocale(args.request);
  return respondWithWorkbook(args, 'rows-to-correct', 'exportImportErrors', {
    viewer,
    locale,
    importRecord,
    set,
  });
}
