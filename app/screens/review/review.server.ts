import { isStaff, type Viewer } from '~/models/access';
import { formatDateTime, formatDay, type Locale } from '~/models/dates';
import { currentLists } from '~/models/lists/list.server';
import { filterable } from '~/models/lists/lists';
import { option, roundLabel } from '~/models/pipeline/options';
import { queryParams } from '~/models/pipeline/query';
import { displayName, shortName } from '~/models/text';
import { findOwner, ownerOption, searchOwners } from '~/models/user/owners.server';
import { mentionsView, noteHits } from '~/models/review/notes.server';
import { type Period, PERIOD_LABELS, startOf } from '~/models/review/period';
import {
  listOf,
  readReview,
  readReviewQuery,
  type ReviewQuery,
} from '~/models/review/review.server';
import { isFollowUp } from '~/models/review/sections';
import { hasDeals, type ReviewedDeal, type ReviewSection } from '~/models/review/sections.server';

/** Data of the review page: only what is shown, formatted as strings. */
export async function reviewView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readReviewQuery(params);
  const [sections, hasAny, people, notes, mentions] = await Promise.all([
    readReview(viewer, query, locale),
    hasDeals(viewer, listOf(query, locale)),
    peopleView(viewer, query),
    noteHits(viewer, params.get('notes'), locale),
    mentionsView(viewer, locale),
  ]);
  return {
    query,
    period: periodLabel(query, locale),
    ...people,
    printed: `Printed ${formatDateTime(new Date(), locale)} by ${displayName(viewer)}`,
    hasAny,
    mentions,
    notes,
    sections: sectionsView(viewer, ownFirst(sections)),
  };
}

/** For example 'Since Monday, Nov 16, 2026'. */
function periodLabel({ since }: { since: Period }, locale: Locale): string {
  const of = since === 'week' ? ', since ' : ', ';
  return `${PERIOD_LABELS[since]}${of}${formatDay(startOf(since, locale).day, locale)}`;
}

/** The viewer's own tasks come first on the page. */
function ownFirst(sections: ReviewSection[]): ReviewSection[] {
  const isOwn = ({ key }: ReviewSection) => key === 'tasks';
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

/** Each deal stands once, in the first section that lists it, with its reasons of the others. */
function sectionsView(viewer: Viewer, sections: ReviewSection[]) {
  const idsIn = (isOne: (key: ReviewSection['key']) => boolean) =>
    new Set(sections.flatMap(({ key, deals }) => (isOne(key) ? deals.map(({ id }) => id) : [])));
  const followUps = idsIn(isFollowUp);
  const added = idsIn((key) => key === 'new');
  const reasons = new Map<number, string[]>();
  for (const { key, deals } of sections)
    for (const { id, reason } of deals) {
      // The day on which it was added stands there already.
      const text = key === 'unevaluated' && added.has(id) ? 'not evaluated' : reason;
      reasons.set(id, [...(reasons.get(id) ?? []), text]);
    }
  const shown = new Set<number>();
  return sections.map(({ key, title, query, count, more, deals }) => ({
    key,
    title,
    count: `${count.toLocaleString('en')}${more ? '+' : ''}`,
    list: key === 'tasks' ? '/tasks' : listAddress(viewer, query),
    hasMore: count > deals.length,
    listed: deals.length,
    rows: deals
      .filter(({ id }) => !shown.has(id) && shown.add(id))
      .map((deal) => ({
        ...rowView(viewer, deal, reasons.get(deal.id)!),
        isFollowUp: followUps.has(deal.id),
      })),
  }));
}
export type SectionView = ReturnType<typeof sectionsView>[number];

function rowView(viewer: Viewer, deal: ReviewedDeal, [reason = '', ...otherReasons]: string[]) {
  return {
    id: deal.id,
    company: deal.companyName,
    facts: factsOf(viewer, deal).join(' · '),
    score: deal.evaluationScore,
    reason,
    others: [...new Set(otherReasons)].filter((otherReason) => otherReason !== reason).join(', '),
  };
}

/** Round, size and, for staff, the owner. */
export function factsOf(viewer: Viewer, deal: ReviewedDeal): string[] {
  return [
    deal.fundingRound && roundLabel(deal.fundingRound),
    deal.targetFundingSize,
    isStaff(viewer) && shortName(deal.owner),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}

/** Where all deals of a section are listed. */
function listAddress(viewer: Viewer, query: ReviewSection['query']): string {
  return `${isStaff(viewer) ? '/admin/pipelines' : '/dashboard'}?${queryParams(query)}`;
}

/** With more owners, a search box replaces the select. */
const MOST_OWNERS = 200;

/** The owner whose deals are reviewed, and for staff the other owners to choose from. */
async function peopleView(viewer: Viewer, { userId, group, owner }: ReviewQuery) {
  if (!isStaff(viewer)) return { whose: `Deals of ${displayName(viewer)}`, owners: undefined };
  const [users, chosen] = await Promise.all([
    searchOwners(viewer, '', MOST_OWNERS + 1),
    userId ? findOwner(viewer, userId) : undefined,
  ]);
  const whose = [
    userId && `deals of ${chosen ? shortName(chosen) : 'an unknown owner'}`,
    owner && `deals of owners with “${owner}”`,
    group && `group ${group}`,
  ].filter(Boolean);
  const owners = users.map(ownerOption);
  const text = whose.join(', ') || 'all deals';
  return {
    whose: text[0]!.toUpperCase() + text.slice(1),
    owners: {
      list: owners.length > MOST_OWNERS ? undefined : owners,
      groups: filterable(await currentLists(), 'groups').map(option),
    },
  };
}
