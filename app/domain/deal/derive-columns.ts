import { buildSearchText } from '#db/fold';
import { parseMoney } from '#db/money';
import type { Deal } from '#db/schema';
import { listSearchableTexts } from '~/domain/custom-field/values';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { computeCompanyKey } from './company-key';
import { computeMeetingDueAt, getMeetingDays } from './meeting-due';
import { getRoundRank } from './offered-values';
import type { DealChanges } from './schema';

/** Derives the columns that search, sort and the check for duplicates need. */
export function deriveColumns(
  pipeline: Omit<DealChanges, 'fields'> & Partial<Pick<Deal, 'nextMeetingSetAt' | 'fields'>>,
  lists: OptionLists,
) {
  const { companyName = '', ceoName, cooName, cfoName } = pipeline;
  const { businessIntroduction, keyBusinessNumbers, comments, industries = [] } = pipeline;
  const size = parseMoney(pipeline.targetFundingSize);
  return {
    searchText: buildSearchText(companyName, ceoName, cooName, cfoName),
    detailsText: buildSearchText(
      ...[businessIntroduction, keyBusinessNumbers, comments, industries.join('\n')],
      ...listSearchableTexts(pipeline.fields),
    ),
    companyKey: computeCompanyKey(companyName),
    meetingDays: getMeetingDays(pipeline.nextMeetingDate, lists),
    meetingDueAt: computeMeetingDueAt(pipeline, lists),
    roundRank: getRoundRank(pipeline.fundingRound, lists),
    targetFundingAmount: size?.amount ?? null,
    targetFundingCurrency: size?.currency ?? null,
  };
}
