import { searchTextOf } from '#db/fold';
import { readMoney } from '#db/money';
import type { Pipeline } from '#db/schema';
import { searchableTexts } from '~/models/field/values';
import { companyKey } from './company-key';
import { meetingDays, meetingDueAt, roundRank } from './options';
import type { Lists } from '~/models/lists/lists';
import type { PipelineChanges } from './schema';

/** Columns derived from a deal's fields, for search, sort and duplicates by index. */
export function derived(
  pipeline: Omit<PipelineChanges, 'fields'> &
    Partial<Pick<Pipeline, 'nextMeetingSetAt' | 'fields'>>,
  lists: Lists,
) {
  const { companyName = '', ceoName, cooName, cfoName } = pipeline;
  const { businessIntroduction, keyBusinessNumbers, comments, industries = [] } = pipeline;
  const size = readMoney(pipeline.targetFundingSize);
  return {
    searchText: searchTextOf(companyName, ceoName, cooName, cfoName),
    detailsText: searchTextOf(
      ...[businessIntroduction, keyBusinessNumbers, comments, industries.join('\n')],
      ...searchableTexts(pipeline.fields),
    ),
    companyKey: companyKey(companyName),
    meetingDays: meetingDays(pipeline.nextMeetingDate, lists),
    meetingDueAt: meetingDueAt(pipeline, lists),
    roundRank: roundRank(pipeline.fundingRound, lists),
    targetFundingAmount: size?.amount ?? null,
    targetFundingCurrency: size?.currency ?? null,
  };
}
