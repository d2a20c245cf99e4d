import {
  COMMITTEE_GROUPINGS,
  type CommitteeGrouping,
  type Grouping,
  GROUPINGS,
} from '~/domain/insights/groups';

export function parseGrouping(params: URLSearchParams): Grouping {
  return GROUPINGS.find((known) => known === params.get('by')) ?? 'month';
}

export function parseCommitteeGrouping(params: URLSearchParams): CommitteeGrouping | undefined {
  return COMMITTEE_GROUPINGS.find((known) => known === params.get('by'));
}
