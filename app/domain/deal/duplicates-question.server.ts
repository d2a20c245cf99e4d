import type { Viewer } from '~/domain/access';
import { formatShortDate } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { getDisplayName, getShortName } from '~/domain/person/names';
import { computeCompanyKey } from './company-key';
import { type DuplicateDeal, findDuplicates, findHiddenDuplicateOwners } from './duplicates.server';
import { getRoundLabel } from './offered-values';

interface DuplicateExceptions {
  /** Company key that the user has confirmed. */
  confirmed?: string | null;
  except?: number;
}

/**
 * Returns what to ask before a company name is saved; undefined without duplicates or once
 * confirmed.
 */
export async function buildDuplicatesQuestion(
  viewer: Viewer,
  companyName: string,
  { confirmed, except }: DuplicateExceptions,
  locale: Locale,
) {
  const key = computeCompanyKey(companyName);
  if (confirmed === key) return undefined;
  const [duplicates, colleagues] = await Promise.all([
    findDuplicates(viewer, companyName, except),
    findHiddenDuplicateOwners(viewer, companyName),
  ]);
  if (!duplicates.length && !colleagues.length) return undefined;
  return {
    key,
    duplicates: duplicates.map((duplicate) => toDuplicateView(viewer, duplicate, locale)),
    colleagues: colleagues.map(({ owner, since }) => ({
      owner: getDisplayName(owner),
      since: formatShortDate(since, locale),
    })),
  };
}

export type DuplicatesQuestion = NonNullable<Awaited<ReturnType<typeof buildDuplicatesQuestion>>>;

function toDuplicateView(viewer: Viewer, duplicate: DuplicateDeal, locale: Locale) {
  const { id, companyName, fundingRound, createdAt } = duplicate;
  const round = fundingRound && getRoundLabel(fundingRound);
  return {
    id,
    companyName,
    who: duplicate.owner.id === viewer.id ? undefined : getShortName(duplicate.owner),
    details: [round, formatShortDate(createdAt, locale)].filter(Boolean).join(', '),
  };
}
