import type { OptionLists } from '~/domain/option-list/option-lists';

export function getFundingRoundRank(
  fundingRound: string | null | undefined,
  lists: OptionLists,
): number | null {
  if (!fundingRound) return null;
  const names = lists.listActiveNames('rounds');
  const rank = names.indexOf(fundingRound);
  return rank < 0 ? names.length : rank;
}

export function getFundingRoundLabel(round: string): string {
  return /^[A-D]$/.test(round) ? `Series ${round}` : round;
}

export function getValueLabel(key: string, value: string): string {
  return key === 'fundingRound' ? getFundingRoundLabel(value) : value;
}

interface SelectOption {
  value: string;
  label: string;
}

export function toFundingRoundOption(value: string): SelectOption {
  return { value, label: getFundingRoundLabel(value) };
}

export function toOption(value: string): SelectOption {
  return { value, label: value };
}

export function getOfferedValues(lists: OptionLists) {
  const isNow = ({ days }: { days: number | null }) => days === 0;
  const urgent = lists.listActiveOptions('meetings').filter(isNow);
  return {
    industries: lists.listActiveNames('industries'),
    fundingRound: lists.listActiveNames('rounds').map(toFundingRoundOption),
    nextMeetingDate: lists.listActiveNames('meetings').map(toOption),
    urgent: urgent.map(({ name }) => name),
  };
}

export type OfferedValues = ReturnType<typeof getOfferedValues>;
