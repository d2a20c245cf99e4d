import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/auth.server';
import { detailsOf } from '~/models/pipeline/view.server';
import { readLocale } from '~/web/appearance.server';
import { jsonAnswer } from '~/web/json.server';

/** What a list's page fetches to open the details of a deal, as JSON; null if it is not there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return jsonAnswer((await detailsOf(viewer, searchParams, readLocale(request))) ?? null);
}
