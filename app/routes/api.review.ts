import { readReviewQuery, reviewJson } from '~/models/review/review.server';
import { userEndpoint } from '~/web/api/endpoint.server';
import { readLocale } from '~/web/session/appearance.server';

export const loader = userEndpoint({
  GET: (viewer, { request }) => {
    const query = readReviewQuery(new URL(request.url).searchParams);
    return reviewJson(viewer, query, readLocale(request));
  },
});
export const action = loader;
