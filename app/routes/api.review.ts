import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { readLocale } from '~/web/appearance.server';
import { jsonAnswer } from '~/web/json.server';
import { reviewJson, readReviewQuery } from '~/models/review/review.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const asked = readReviewQuery(new URL(request.url).searchParams);
    return jsonAnswer(await reviewJson(viewer, asked, readLocale(request)));
  },
});
export const action = loader;
