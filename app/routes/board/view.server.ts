import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery, toSearchParams } from '~/address/deal-query';
import { isStaff, type Viewer } from '~/domain/access';
import { type BoardCard, type BoardColumn, getBoard } from '~/domain/deal/board.server';
import { getFollowUp } from '~/domain/deal/follow-up';
import type { DealQuery } from '~/domain/deal/query';
import { DASHBOARD_SORTS } from '~/domain/deal/sort';
import { getShortName } from '~/domain/person/names';
import { countDaysInStage } from '~/domain/stage/history';
import { isClosedStage } from '~/domain/stage/kinds';
import { findOwner } from '~/domain/user/owners.server';
import { describeActiveFilters } from '~/format/active-filters';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadFilterOptions } from '~/ui/deal-list/filter-options.server';
import { loadIndustriesView } from '~/ui/deal-list/list-view.server';
import { getSavedViewTabs } from '~/ui/saved-view/view-tabs.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadBoardView(viewer, new URL(request.url).searchParams, readLocale(request));
}

async function loadBoardView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const [columns, industries, offered, owner, views] = await Promise.all([
    getBoard(viewer, query),
    loadIndustriesView(viewer),
    loadFilterOptions(query, DASHBOARD_SORTS),
    query.userId ? findOwner(viewer, query.userId) : undefined,
    getSavedViewTabs(viewer, '/dashboard', params),
  ]);
  const onBoard = (to: string) => to.replace('/dashboard', '/board');
  return {
    query,
    industries,
    offered,
    filters: describeActiveFilters(query, {
      ownerLabel: 'Owner',
      owner: owner && getShortName(owner),
    }),
    hasGroupFilter: isStaff(viewer),
    views: { ...views, tabs: views.tabs.map((tab) => ({ ...tab, to: onBoard(tab.to) })) },
    deals: columns.reduce((sum, { deals }) => sum + deals, 0),
    columns: columns.map((column) => toColumnView(column, query, locale)),
  };
}

function toColumnView(
  { stage, deals, sums, cards }: BoardColumn,
  query: DealQuery,
  locale: Locale,
) {
  return {
    id: stage.id,
    name: stage.name,
    isClosed: isClosedStage(stage),
    deals,
    sums: sums
      .map(({ currency, amount }) => `${currency} ${COMPACT_NUMBER.format(amount)}`)
      .join(', '),
    cards: cards.map((card) => toCardView(card, stage, locale)),
    all:
      deals > cards.length
        ? `/dashboard?${toSearchParams({ ...query, stage: [stage.name] })}`
        : undefined,
  };
}

export type ColumnView = ReturnType<typeof toColumnView>;

function toCardView(card: BoardCard, stage: BoardColumn['stage'], locale: Locale) {
  const isClosed = isClosedStage(stage);
  const due = isClosed ? undefined : describeFollowUp(getFollowUp(card, locale.timeZone));
  const days = countDaysInStage(card.stageSince.getTime(), Date.now(), locale.timeZone);
  const isStalled = stage.days !== null && days > stage.days;
  return {
    id: card.id,
    company: card.companyName,
    score: card.evaluationScore,
    details: [card.targetFundingSize, getShortName(card.owner), isStalled && `${days} d`]
      .filter(Boolean)
      .join(' · '),
    meeting: due?.text ?? card.nextMeetingDate ?? undefined,
    isOverdue: due?.isOverdue || undefined,
  };
}

export type CardView = ReturnType<typeof toCardView>;

const COMPACT_NUMBER = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
});
