import type { Viewer } from '~/domain/access';
import type { DuplicatesQuestion } from '~/domain/deal/duplicates-question.server';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { getShortName } from '~/domain/person/names';
import { formatShortDate } from '~/format/date';
import type { Locale } from '~/format/locale';

export function toDuplicatesView(
  viewer: Viewer,
  { key, duplicates, colleagues }: DuplicatesQuestion,
  locale: Locale,
) {
  return {
    key,
    duplicates: duplicates.map(({ id, companyName, fundingRound, createdAt, owner }) => ({
      id,
      companyName,
      who: owner.id === viewer.id ? undefined : getShortName(owner),
      details: [
        fundingRound && getFundingRoundLabel(fundingRound),
        formatShortDate(createdAt, locale),
      ]
        .filter(Boolean)
        .join(', '),
    })),
    colleagues: colleagues.map(({ owner, since }) => ({
      owner,
      since: formatShortDate(since, locale),
    })),
  };
}

export type DuplicatesView = ReturnType<typeof toDuplicatesView>;
