import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import { SOURCE_LABELS, STATE_LABELS } from '~/domain/inbox/labels';
import { countInboxItems, countItemsByState, listInboxItems } from '~/domain/inbox/list.server';
import { INBOX_SOURCES, INBOX_STATES } from '~/domain/inbox/states';
import { getOptionLists } from '~/domain/option-list/list.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { toItemView } from '~/ui/inbox/item-view.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const { searchParams } = new URL(request.url);
  const state = INBOX_STATES.find((name) => name === searchParams.get('state')) ?? 'pending';
  const source = INBOX_SOURCES.find((name) => name === searchParams.get('source'));
  const search = searchParams.get('search')?.trim() || undefined;
  const query = { state, source, search };
  const total = await countInboxItems(viewer, query);
  const { pager, slice } = paginate(parsePage(searchParams), total);
  const items = await listInboxItems(viewer, query, slice);
  const counts = await countItemsByState(viewer);
  return {
    query,
    total,
    pager,
    items: items.map((item) => toItemView(item, locale)),
    reasons: (await getOptionLists()).listActiveNames('reasons'),
    states: INBOX_STATES.map((name) => ({
      state: name,
      label: STATE_LABELS[name],
      items: counts.get(name) ?? 0,
    })),
    sources: INBOX_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })),
  };
}
