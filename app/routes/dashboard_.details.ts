import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { detailsOf } from '~/screens/dashboard/list.server';
import { readLocale } from '~/web/session/appearance.server';
import { jsonAnswer } from '~/web/http/json.server';

/** What a list's page fetches to open the details of a deal, as JSON; null if it is not there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return jsonAnswer((await detailsOf(viewer, searchParams, readLocale(request))) ?? null);
}
