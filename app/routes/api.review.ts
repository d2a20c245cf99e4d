import { parseReviewQuery } from '~/address/review-query';
import { ReviewAnswer } from '~/domain/review/json';
import { PERIODS } from '~/domain/review/period';
import { apiRoute } from '~/http/api/api-route.server';
import { describeAnswer, describeEnum, describeQueryParameter } from '~/http/api/describe.server';
import { loadReviewJson } from '~/http/api/review.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = apiRoute({
  path: '/api/review',
  GET: {
    operationId: 'getReview',
    summary:
      "Get the deals that need attention: all deals for staff, a user's own deals for a user",
    description:
      'The content of the page "Review". A section lists at most 20 deals; filter /api/pipelines to get all of them. Days are in UTC, or in the time zone of the browser that sends the request.',
    parameters: [
      describeQueryParameter(
        'since',
        'The start of the period: the latest Monday, two weeks ago or yesterday. An unknown value counts as monday.',
        describeEnum(PERIODS, 'monday'),
      ),
      describeQueryParameter('userId', "The owner's user id."),
      describeQueryParameter('owner', "Part of the owner's name or email."),
      describeQueryParameter('group', "The owner's group."),
      describeQueryParameter(
        'stage',
        'The name or kind of a stage. Repeat it to match any of several. Without it, closed deals are only in the sections new and lookAgain.',
        { type: 'array', items: { type: 'string' } },
      ),
    ],
    answers: { 200: describeAnswer(ReviewAnswer, 'The sections of the review, in order.') },
    handler: ({ viewer, request }) => {
      const query = parseReviewQuery(new URL(request.url).searchParams);
      return loadReviewJson(viewer, query, readLocale(request));
    },
  },
});
export const action = loader;
