import { buildSearchText } from '#db/fold';
import { parseMoney } from '#db/money';
import type { Deal } from '#db/schema';
import { listSearchableTexts } from '~/domain/custom-field/values';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { computeCompanyKey } from './company-key';
import { computeMeetingDueAt, getMeetingDays } from './meeting-due';
import { getFundingRoundRank } from './offered-values';
import type { DealChanges } from './schema';

export function deriveColumns(
  deal: Omit<DealChanges, 'fields'> & Partial<Pick<Deal, 'nextMeetingSetAt' | 'fields'>>,
  lists: OptionLists,
) {
  const { companyName = '', ceoName, cooName, cfoName } = deal;
  const { businessIntroduction, keyBusinessNumbers, comments, industries = [] } = deal;
  const size = parseMoney(deal.targetFundingSize);
  return {
    searchText: buildSearchText(companyName, ceoName, cooName, cfoName),
    detailsText: buildSearchText(
      ...[businessIntroduction, keyBusinessNumbers, comments, industries.join('\n')],
      ...listSearchableTexts(deal.fields),
    ),
    companyKey: computeCompanyKey(companyName),
    meetingDays: getMeetingDays(deal.nextMeetingDate, lists),
    meetingDueAt: computeMeetingDueAt(deal, lists),
    roundRank: getFundingRoundRank(deal.fundingRound, lists),
    targetFundingAmount: size?.amount ?? null,
    targetFundingCurrency: size?.currency ?? null,
  };
}
