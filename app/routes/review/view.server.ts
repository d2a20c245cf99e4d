import type { LoaderFunctionArgs } from '@remix-run/node';
import { toSearchParams } from '~/address/deal-query';
import { parseReviewQuery } from '~/address/review-query';
import { isStaff, type Viewer } from '~/domain/access';
import { toOption } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listFilterOptions } from '~/domain/option-list/option-lists';
import { getDisplayName, getShortName } from '~/domain/person/names';
import { listDealFacts } from '~/domain/review/deal-facts.server';
import { getReview } from '~/domain/review/get.server';
import {
  hasMatchingDeals,
  type ReviewedDeal,
  type ReviewSection,
} from '~/domain/review/list-sections.server';
import { getPeriodStart, type Period, PERIOD_LABELS } from '~/domain/review/period';
import { buildReviewedDealsQuery, type ReviewQuery } from '~/domain/review/query';
import { isFollowUpSection } from '~/domain/review/sections';
import { buildStages } from '~/domain/stage/stages.server';
import { formatNumber } from '~/domain/text/text';
import { MAX_OWNER_CHOICES } from '~/domain/user/owner-choices.server';
import { createOwnerOption, findOwner, searchOwners } from '~/domain/user/owners.server';
import { formatDateTime, formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { formatReviewReason } from '~/format/review-reason';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadAskedRoundsView } from '~/ui/round/asked-rounds-view.server';
import { findNoteHits, getMentionsView } from './notes.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadReviewView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export async function loadReviewView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseReviewQuery(params);
  const [sections, hasAny, people, notes, mentions, asked, lists] = await Promise.all([
    getReview(viewer, query, locale.timeZone),
    hasMatchingDeals(viewer, buildReviewedDealsQuery(query, locale.timeZone)),
    loadPeopleView(viewer, query),
    findNoteHits(viewer, params.get('notes'), locale),
    getMentionsView(viewer, locale),
    loadAskedRoundsView(viewer, locale),
    getOptionLists(),
  ]);
  return {
    query,
    period: formatPeriod(query, locale),
    ...people,
    printed: `Printed ${formatDateTime(new Date(), locale)} by ${getDisplayName(viewer)}`,
    hasAny,
    mentions,
    asked,
    notes,
    lostStage: buildStages(lists).listed.find(({ kind }) => kind === 'lost')?.name,
    sections: toSectionViews(viewer, sortOwnFirst(sections), locale),
  };
}

function formatPeriod({ since }: { since: Period }, locale: Locale): string {
  const start = formatDay(getPeriodStart(since, locale.timeZone).day, locale);
  return `${PERIOD_LABELS[since]}, ${since === 'week' ? `since ${start}` : start}`;
}

function sortOwnFirst(sections: ReviewSection[]): ReviewSection[] {
  const isOwn = ({ key }: ReviewSection) => key === 'tasks';
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

/** Lists each deal once, in its first section, with the reasons of the others. */
function toSectionViews(viewer: Viewer, sections: ReviewSection[], locale: Locale) {
  const followUps = collectDealIds(sections.filter(({ key }) => isFollowUpSection(key)));
  const reasons = collectReasons(sections, locale);
  const shown = new Set<number>();
  return sections.map(({ key, title, query, count, more, deals }) => ({
    key,
    title,
    count: `${formatNumber(count)}${more ? '+' : ''}`,
    list: key === 'tasks' ? '/tasks' : getListPath(viewer, query),
    hasMore: count > deals.length,
    listed: deals.length,
    rows: deals
      .filter(({ id }) => !shown.has(id) && shown.add(id))
      .map((deal) => ({
        ...toRowView(viewer, deal, reasons.get(deal.id)!),
        isFollowUp: followUps.has(deal.id),
      })),
  }));
}

function collectDealIds(sections: ReviewSection[]): Set<number> {
  return new Set(sections.flatMap(({ deals }) => deals.map(({ id }) => id)));
}

/** Returns the reasons of each deal, in the order of its sections. */
function collectReasons(sections: ReviewSection[], locale: Locale): Map<number, string[]> {
  const added = collectDealIds(sections.filter(({ key }) => key === 'new'));
  const reasons = new Map<number, string[]>();
  for (const { key, deals } of sections)
    for (const { id, reason } of deals) {
      // Omits the date, which the 'added' reason shows already.
      const text =
        key === 'unevaluated' && added.has(id)
          ? 'not evaluated'
          : formatReviewReason(reason, locale);
      reasons.set(id, [...(reasons.get(id) ?? []), text]);
    }
  return reasons;
}

export type SectionView = ReturnType<typeof toSectionViews>[number];

function toRowView(viewer: Viewer, deal: ReviewedDeal, [reason = '', ...otherReasons]: string[]) {
  return {
    id: deal.id,
    company: deal.companyName,
    facts: listDealFacts(viewer, deal).join(' · '),
    score: deal.evaluationScore,
    reason,
    others: [...new Set(otherReasons)].filter((otherReason) => otherReason !== reason).join(', '),
  };
}

function getListPath(viewer: Viewer, query: ReviewSection['query']): string {
  return `${isStaff(viewer) ? '/admin/pipelines' : '/dashboard'}?${toSearchParams(query)}`;
}

async function loadPeopleView(viewer: Viewer, { userId, group, owner }: ReviewQuery) {
  if (!isStaff(viewer)) return { whose: `Deals of ${getDisplayName(viewer)}`, owners: undefined };
  const [users, chosen] = await Promise.all([
    searchOwners(viewer, '', MAX_OWNER_CHOICES + 1),
    userId ? findOwner(viewer, userId) : undefined,
  ]);
  const whose = [
    userId && `deals of ${chosen ? getShortName(chosen) : 'an unknown owner'}`,
    owner && `deals of owners with “${owner}”`,
    group && `group ${group}`,
  ].filter(Boolean);
  const owners = users.map(createOwnerOption);
  const text = whose.join(', ') || 'all deals';
  return {
    whose: text[0]!.toUpperCase() + text.slice(1),
    owners: {
      list: owners.length > MAX_OWNER_CHOICES ? undefined : owners,
      groups: listFilterOptions(await getOptionLists(), 'groups').map(toOption),
    },
  };
}
