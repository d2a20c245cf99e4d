import { addInboxItem } from '~/domain/inbox/insert.server';
import { InboxItemAnswer, toInboxItemJson } from '~/domain/inbox/json';
import { countInboxItems, listInboxItems } from '~/domain/inbox/list.server';
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
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { parseInboxQuery, respondWithNewItem, TRIAGE_ONLY } from '~/http/api/inbox.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithList } from '~/http/responses/json.server';

/** An item may have 40,000 characters. */
const MAX_LISTED_ITEMS = 500;

export const loader = apiRoute({
  path: '/api/inbox',
  GET: {
    operationId: 'listInbox',
    summary: 'List what came in, newest first',
    description: `An answer has at most ${MAX_LISTED_ITEMS} items.`,
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
    },
    handler: async ({ viewer, request }) => {
      const { searchParams } = new URL(request.url);
      const query = parseInboxQuery(searchParams);
      const { limit, offset } = parseLimitAndOffset(searchParams);
      const page = { limit: Math.min(limit, MAX_LISTED_ITEMS), offset };
      const items = await listInboxItems(viewer, query, page);
      return respondWithList(items.map(toInboxItemJson), await countInboxItems(viewer, query));
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
