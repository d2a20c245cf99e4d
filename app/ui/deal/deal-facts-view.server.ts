import { parseMoney } from '#db/money';
import { canManageDeal, type Viewer } from '~/domain/access';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { CUSTOM_SECTION } from '~/domain/custom-field/kinds';
import type { DealDetails } from '~/domain/deal/details.server';
import { getFollowUp } from '~/domain/deal/follow-up';
import type { ReadableDeal } from '~/domain/deal/get.server';
import { DEAL_FIELDS, DETAILS_SECTIONS, type DetailsSection } from '~/domain/deal-field/fields';
import { findLatestActorName } from '~/domain/history/field-changes.server';
import { getDisplayName } from '~/domain/person/names';
import { formatNames, formatNumber } from '~/domain/text/text';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDateTime } from '~/format/date';
import { formatDealField } from '~/format/deal-field';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import { loadCustomFieldFacts, MAX_CUSTOM_CHARACTERS } from './custom-field-facts.server';

/** Caps the names: a deal has up to 500 collaborators, which have a page of their own. */
const MAX_NAMED_COLLABORATORS = 20;

export async function loadDealFacts(
  viewer: Viewer,
  deal: DealDetails & Pick<ReadableDeal, 'canEdit'>,
  locale: Locale,
  titles: readonly DetailsSection[] = DETAILS_SECTIONS,
) {
  const [customFacts, owner, collaborators, updatedBy] = await Promise.all([
    loadCustomFieldFacts(deal.fields, locale, { maxCharacters: MAX_CUSTOM_CHARACTERS }),
    getOwnerName(deal.userId),
    listCollaborators(viewer, deal.id),
    findLatestActorName(deal.id),
  ]);
  return {
    id: deal.id,
    companyName: deal.companyName,
    score: deal.evaluationScore,
    due: describeFollowUp(getFollowUp(deal, locale.timeZone)),
    owner,
    collaborators: formatNames(
      collaborators.slice(0, MAX_NAMED_COLLABORATORS).map(getDisplayName),
      collaborators.length,
    ),
    canManageDeal: canManageDeal(viewer, deal),
    canEdit: deal.canEdit,
    stage: deal.stage,
    updated: formatDateTime(deal.updatedAt, locale),
    updatedBy,
    sections: addCustomFieldSection(toFactSections(deal, locale, titles), customFacts),
  };
}

export function toFactSections(
  deal: DealDetails,
  locale: Locale,
  titles: readonly DetailsSection[] = DETAILS_SECTIONS,
) {
  return titles.map((title) => ({
    title,
    facts: DEAL_FIELDS.flatMap((field) => {
      const { key, kind, label, details } = field;
      if (typeof details === 'string' || details.section !== title) return [];
      const value = formatDealField(field, deal, locale);
      const note = key === 'targetFundingSize' ? formatRangeMiddle(deal) : undefined;
      return [{ key, kind, label: details.label ?? label, value, note }];
    }),
  }));
}

interface Section<Fact> {
  title: string;
  facts: Fact[];
}

export function addCustomFieldSection<Fact, CustomFact>(
  sections: Section<Fact>[],
  customFacts: CustomFact[],
): Section<Fact | CustomFact>[] {
  return customFacts.length
    ? [...sections, { title: CUSTOM_SECTION, facts: customFacts }]
    : sections;
}

function formatRangeMiddle({ targetFundingSize }: DealDetails): string | undefined {
  const size = parseMoney(targetFundingSize);
  if (!size?.isMiddle) return undefined;
  return `${size.currency} ${formatNumber(size.amount)}, middle of the range`;
}

export type DealFactsView = Awaited<ReturnType<typeof loadDealFacts>>;
