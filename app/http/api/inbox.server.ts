import { iterateChunks } from '#db/chunks';
import type { Viewer } from '~/domain/access';
import { InboxItemAnswer, toInboxItemJson } from '~/domain/inbox/json';
import {
  countInboxItems,
  describeItem,
  getInboxItem,
  getInboxItemRow,
  type InboxQuery,
  listInboxIds,
  listInboxItemsByIds,
} from '~/domain/inbox/list.server';
import { INBOX_SOURCES, INBOX_STATES } from '~/domain/inbox/states';
import type { Page } from '~/domain/pagination';
import { invalid } from '~/errors';
import { respondWithCreated, respondWithJson } from '~/http/responses/json.server';
import {
  buildListHeaders,
  type RequestArgs,
  respondWithListStream,
} from '~/http/responses/stream.server';
import { holdExportSlot } from '~/http/session/slots.server';
import { type Answers, describeAnswer, describeError } from './describe.server';

export const TRIAGE_ONLY: Answers = {
  403: describeError(
    'Only admins and managers see the inbox, unless the fund lets everyone triage; or the API token is read-only.',
  ),
};

export const DECIDED: Answers = {
  ...TRIAGE_ONLY,
  200: describeAnswer(InboxItemAnswer, 'The item.'),
  409: describeError('Somebody has decided on the item already.'),
};

export function parseInboxQuery(params: URLSearchParams): InboxQuery {
  const state = params.get('state') || 'pending';
  const source = params.get('source');
  return {
    state: state === 'all' ? undefined : parseChoice('state', INBOX_STATES, state),
    source: source ? parseChoice('source', INBOX_SOURCES, source) : undefined,
    search: params.get('search')?.trim() || undefined,
  };
}

function parseChoice<Choice extends string>(
  path: string,
  choices: readonly Choice[],
  sent: string,
): Choice {
  const choice = choices.find((name) => name === sent);
  if (!choice) throw invalid([{ path, message: `Please send one of: ${choices.join(', ')}` }]);
  return choice;
}

export async function readInboxItemJson(viewer: Viewer, id: number): Promise<InboxItemAnswer> {
  return toInboxItemJson(await getInboxItem(viewer, id));
}

export async function respondWithNewItem(viewer: Viewer, id: number): Promise<Response> {
  const item = toInboxItemJson(await describeItem(viewer, await getInboxItemRow(id)));
  return respondWithCreated(item, `/api/inbox/${id}`);
}

const ITEMS_PER_READ = 20;
/** Longer answers count as an export. */
const MAX_UNCOUNTED_ITEMS = 100;

export async function respondWithInbox(
  args: RequestArgs,
  viewer: Viewer,
  query: InboxQuery,
  page: Page,
): Promise<Response> {
  const total = await countInboxItems(viewer, query);
  const ids = await listInboxIds(viewer, query, page);
  if (ids.length > MAX_UNCOUNTED_ITEMS) holdExportSlot(args, viewer);
  if (ids.length > ITEMS_PER_READ)
    return respondWithListStream(args, readItems(viewer, ids), total);
  const items = await listInboxItemsByIds(viewer, ids);
  return respondWithJson(items.map(toInboxItemJson), { headers: buildListHeaders(total) });
}

async function* readItems(viewer: Viewer, ids: number[]): AsyncGenerator<InboxItemAnswer> {
  for await (const chunk of iterateChunks(ids, ITEMS_PER_READ))
    for (const item of await listInboxItemsByIds(viewer, chunk)) yield toInboxItemJson(item);
}
