import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithJson } from '~/http/responses/json.server';
import { requireUser } from '~/http/session/guards.server';
import { loadSuggestionsView } from '~/ui/search/search-view.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const text = new URL(request.url).searchParams.get('q') ?? '';
  return respondWithJson(await loadSuggestionsView(viewer, text));
}
