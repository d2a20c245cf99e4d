import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/auth.server';
import { answerPrint } from '~/web/print.server';

export async function loader(asked: LoaderFunctionArgs) {
  return answerPrint(asked, await requireUser(asked.request), '/dashboard');
}
