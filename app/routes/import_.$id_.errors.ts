import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { stepAddress } from '~/screens/import/import.server';
import { getImport } from '~/models/import/stored.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { readId } from '~/web/forms/request.server';
import { answerWorkbook } from '~/web/api/workbook.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const importRecord = await getImport(viewer, readId(args.params.id));
  if (importRecord.state !== 'preview') throw redirect(stepAddress(importRecord));
  const locale = readLocale(args.request);
  return answerWorkbook(args, 'rows-to-correct', 'importErrors', { viewer, locale, importRecord });
}
