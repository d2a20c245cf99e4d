import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { readLocale } from '~/web/session/appearance.server';
import { jsonAnswer } from '~/web/http/json.server';
import { reviewJson, readReviewQuery } from '~/models/review/review.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const query = readReviewQuery(new URL(request.url).searchParams);
    return jsonAnswer(await reviewJson(viewer, query, readLocale(request)));
  },
});
export const action = loader;
