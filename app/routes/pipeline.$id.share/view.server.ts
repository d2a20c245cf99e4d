import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { getShareableDeal, type ListedShare, listShares } from '~/domain/share/list.server';
import { SHARE_PART_LABELS, SHARE_PARTS } from '~/domain/share/parts';
import { getDefaultEndDay, MAX_ITEMS_PER_SHARE } from '~/domain/share/schema';
import { formatCount } from '~/domain/text/text';
import { formatLastDay } from '~/format/closing-time';
import { formatDate, formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { listOfferedItems } from '~/ui/deal/offered-items.server';

const MAX_SHOWN_DAYS = 30;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadSharesView(viewer, parseId(params.id), readLocale(request));
}

async function loadSharesView(viewer: Viewer, id: number, locale: Locale) {
  const { companyName } = await getShareableDeal(viewer, id);
  const [shares, items] = await Promise.all([
    listShares(viewer, id),
    listOfferedItems(viewer, id, MAX_ITEMS_PER_SHARE, locale),
  ]);
  return {
    dealId: id,
    submission: crypto.randomUUID(),
    company: companyName,
    today: getUtcToday(),
    usualEnd: getDefaultEndDay(),
    shares: shares.map((share) => toShareLine(share, locale)),
    ...items,
  };
}

export type SharesView = Awaited<ReturnType<typeof loadSharesView>>;

function toShareLine(share: ListedShare, locale: Locale) {
  const { id, until, files, notes, openings } = share;
  const parts = [
    ...SHARE_PARTS.map((part) => share[part] && SHARE_PART_LABELS[part].toLowerCase()),
    files.length > 0 && formatCount(files.length, 'file'),
    notes.length > 0 && formatCount(notes.length, 'note'),
  ].filter((part) => part !== false);
  return {
    id,
    until: formatLastDay(until, locale),
    isOver: until < getUtcToday(),
    creatorWithoutAccess: share.creatorWithoutAccess,
    made: formatDate(share.createdAt, locale),
    parts: parts.join(', ') || 'name only',
    opened: openings.reduce((all, { count }) => all + count, 0),
    openings: openings
      .slice(-MAX_SHOWN_DAYS)
      .map(({ day, count }) => `${formatDay(day, locale)}: ${count}`),
  };
}
