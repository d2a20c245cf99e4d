import { getReviewJson } from '~/domain/review/get.server';
import { parseReviewQuery } from '~/domain/review/query';
import { userEndpoint } from '~/http/api/endpoint.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = userEndpoint({
  GET: (viewer, { request }) => {
    const query = parseReviewQuery(new URL(request.url).searchParams);
    return getReviewJson(viewer, query, readLocale(request));
  },
});
export const action = loader;
