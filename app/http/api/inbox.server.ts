import type { Viewer } from '~/domain/access';
import { InboxItemAnswer, toInboxItemJson } from '~/domain/inbox/json';
import { describeItem, findItem, getInboxItem, type InboxQuery } from '~/domain/inbox/list.server';
import { INBOX_SOURCES, INBOX_STATES } from '~/domain/inbox/states';
import { invalid } from '~/errors';
import { respondWithCreated } from '~/http/responses/json.server';
import { type Answers, describeAnswer, describeError } from './describe.server';

export const TRIAGE_ONLY: Answers = {
  403: describeError(
    'Only admins and managers see the inbox, unless the fund lets everyone triage; or the API token is read-only.',
  ),
};

/** Answers of the addresses that decide on an item. */
export const DECIDED: Answers = {
  ...TRIAGE_ONLY,
  200: describeAnswer(InboxItemAnswer, 'The item.'),
  409: describeError('Somebody has decided on the item already.'),
};

/** Parses `state`, `source` and `search`. Throws 400. */
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

/** Answers the sender of a new item, who need not triage. */
export async function respondWithNewItem(viewer: Viewer, id: number): Promise<Response> {
  const item = toInboxItemJson(await describeItem(viewer, await findItem(id)));
  return respondWithCreated(item, `/api/inbox/${id}`);
}
