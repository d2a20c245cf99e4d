import { addInboxItem } from '~/domain/inbox/insert.server';
import { InboxItemAnswer } from '~/domain/inbox/json';
import { InboxInput } from '~/domain/inbox/schema';
import { INBOX_SOURCES, INBOX_STATES } from '~/domain/inbox/states';
import { apiRoute } from '~/http/api/api-route.server';
import {
  describeAnswer,
  describeEnum,
  describeError,
  describeList,
  describeQueryParameter,
  LIMIT_AND_OFFSET,
  LOCATION,
  TOO_MANY_EXPORTS,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import {
  parseInboxQuery,
  respondWithInbox,
  respondWithNewItem,
  TRIAGE_ONLY,
} from '~/http/api/inbox.server';
import { parseLimitAndOffset } from '~/http/request/params.server';

export const loader = apiRoute({
  path: '/api/inbox',
  GET: {
    operationId: 'listInbox',
    summary: 'List what came in, newest first',
    parameters: [
      describeQueryParameter(
        'state',
        'The state of the items.',
        describeEnum([...INBOX_STATES, 'all'], 'pending'),
      ),
      describeQueryParameter('source', 'The source of the items.', describeEnum(INBOX_SOURCES)),
      describeQueryParameter('search', 'Words in company, sender, subject, text or file names.'),
      ...LIMIT_AND_OFFSET,
    ],
    answers: {
      ...TRIAGE_ONLY,
      200: describeList(InboxItemAnswer, 'The items.', TOTAL_COUNT),
      400: describeError('There is no such state or source.'),
      ...TOO_MANY_EXPORTS,
    },
    handler: ({ viewer, ...args }) => {
      const { searchParams } = new URL(args.request.url);
      const page = parseLimitAndOffset(searchParams);
      return respondWithInbox(args, viewer, parseInboxQuery(searchParams), page);
    },
  },
  POST: {
    operationId: 'addInboxItem',
    summary: 'Put a company into the inbox, for a colleague to decide on',
    body: InboxInput,
    answers: { 201: describeAnswer(InboxItemAnswer, 'The new item.', LOCATION) },
    handler: async ({ viewer, body }) => {
      const { id } = await addInboxItem(viewer, { source: 'api', ...body });
      return respondWithNewItem(viewer, id);
    },
  },
});
export const action = loader;
