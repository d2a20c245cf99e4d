import { searchTextOf } from '#db/fold';
import type { Pipeline } from '#db/schema';
import { companyKey } from './company-key';
import { meetingDays, meetingDueAt, roundRank } from './options';
import type { PipelineChanges } from './schema';

type Derived = Pick<
  Pipeline,
  'searchText' | 'introductionText' | 'companyKey' | 'meetingDays' | 'meetingDueAt' | 'roundRank'
>;

/** Columns derived from a deal's fields, for search, sort and doubles by index. */
export function derived(
  pipeline: PipelineChanges & Partial<Pick<Pipeline, 'nextMeetingSetAt'>>,
): Derived {
  const { companyName = '', ceoName, cooName, cfoName } = pipeline;
  return {
    searchText: searchTextOf(companyName, ceoName, cooName, cfoName),
    introductionText: searchTextOf(pipeline.businessIntroduction),
    companyKey: companyKey(companyName),
    meetingDays: meetingDays(pipeline.nextMeetingDate),
    meetingDueAt: meetingDueAt(pipeline),
    roundRank: roundRank(pipeline.fundingRound),
  };
}
