import type { LoaderFunctionArgs } from '@remix-run/node';
import { SOURCE_LABELS, STATE_LABELS } from '~/domain/inbox/labels';
import { countInboxItems, countItemsByState, listInboxItems } from '~/domain/inbox/list.server';
import { INBOX_SOURCES, INBOX_STATES } from '~/domain/inbox/states';
import { getOptionLists } from '~/domain/option-list/list.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { toItemView } from '~/ui/inbox/item-view.server';

const ITEMS_PER_PAGE = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const { searchParams } = new URL(request.url);
  const state = INBOX_STATES.find((name) => name === searchParams.get('state')) ?? 'pending';
  const source = INBOX_SOURCES.find((name) => name === searchParams.get('source'));
  const search = searchParams.get('search')?.trim() || undefined;
  const query = { state, source, search };
  const total = await countInboxItems(viewer, query);
  const pages = Math.max(1, Math.ceil(total / ITEMS_PER_PAGE));
  const page = Math.min(Math.max(1, Number(searchParams.get('page')) || 1), pages);
  const offset = (Math.floor(page) - 1) * ITEMS_PER_PAGE;
  const items = await listInboxItems(viewer, query, { limit: ITEMS_PER_PAGE, offset });
  const counts = await countItemsByState(viewer);
  return {
    query,
    total,
    page: Math.floor(page),
    pages,
    items: items.map((item) => toItemView(item, locale)),
    reasons: (await getOptionLists()).activeNames('reasons'),
    states: INBOX_STATES.map((name) => ({
      state: name,
      label: STATE_LABELS[name],
      items: counts.get(name) ?? 0,
    })),
    sources: INBOX_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })),
  };
}
