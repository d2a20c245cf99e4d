import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { jsonAnswer } from '~/web/http/json.server';
import { suggestionsView } from '~/screens/search/search.server';

/** What the header's search suggests while one types, as JSON. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const text = new URL(request.url).searchParams.get('q') ?? '';
  return jsonAnswer(await suggestionsView(viewer, text));
}
