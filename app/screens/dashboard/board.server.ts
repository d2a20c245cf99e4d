import { isStaff, type Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { isClosed } from '~/models/lists/lists';
import { activeFilters } from '~/models/pipeline/active-filters';
import { type BoardCard, type BoardColumn, readBoard } from '~/models/pipeline/board.server';
import { followUp } from '~/models/pipeline/texts';
import {
  DASHBOARD_SORTS,
  type PipelineQuery,
  queryParams,
  readPipelineQuery,
} from '~/models/pipeline/query';
import { daysIn } from '~/models/stage/place';
import { shortName } from '~/models/text';
import { findOwner } from '~/models/user/owners.server';
import { viewTabs } from '~/models/view/list.server';
import { industriesView } from './list.server';
import { offeredFilters } from './offered.server';

/** Data of the board: a column for each stage, with what the list offers to filter by. */
export async function boardView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readPipelineQuery(params, locale);
  const [columns, industries, offered, owner, views] = await Promise.all([
    readBoard(viewer, query),
    industriesView(viewer),
    offeredFilters(query, DASHBOARD_SORTS),
    query.userId ? findOwner(viewer, query.userId) : undefined,
    viewTabs(viewer, '/dashboard', params),
  ]);
  const onBoard = (to: string) => to.replace('/dashboard', '/board');
  return {
    query,
    industries,
    offered,
    filters: activeFilters(query, { ownerLabel: 'Owner', owner: owner && shortName(owner) }),
    withGroup: isStaff(viewer),
    views: { ...views, tabs: views.tabs.map((tab) => ({ ...tab, to: onBoard(tab.to) })) },
    deals: columns.reduce((sum, { deals }) => sum + deals, 0),
    columns: columns.map((column) => columnView(column, query, locale)),
  };
}

function columnView(
  { stage, deals, sums, cards }: BoardColumn,
  query: PipelineQuery,
  locale: Locale,
) {
  return {
    id: stage.id,
    name: stage.name,
    isClosed: isClosed(stage),
    deals,
    sums: sums.map(({ currency, amount }) => `${currency} ${compact.format(amount)}`).join(', '),
    cards: cards.map((card) => cardView(card, isClosed(stage), locale)),
    all:
      deals > cards.length
        ? `/dashboard?${queryParams({ ...query, stage: [stage.name] })}`
        : undefined,
  };
}
export type ColumnView = ReturnType<typeof columnView>;

function cardView(card: BoardCard, isClosed: boolean, locale: Locale) {
  const due = isClosed ? undefined : followUp(card, locale);
  return {
    id: card.id,
    company: card.companyName,
    score: card.evaluationScore,
    details: [card.targetFundingSize, shortName(card.owner), `${daysIn(card.stageSince)} d`]
      .filter(Boolean)
      .join(' · '),
    meeting: due?.text ?? card.nextMeetingDate ?? undefined,
    isOverdue: due?.isOverdue || undefined,
  };
}
export type CardView = ReturnType<typeof cardView>;

/** For example 7M or 1.2B. */
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
