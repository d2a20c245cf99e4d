import type { Viewer } from '~/domain/access';
import { formatShortDate } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { getDisplayName, getShortName } from '~/domain/user/names';
import { computeCompanyKey } from './company-key';
import { type DuplicateDeal, findDuplicates, findHiddenDuplicateOwners } from './duplicates.server';
import { getRoundLabel } from './offered-values';

interface DuplicateExceptions {
  /** The key of the name that the user has said is to be saved anyway. */
  confirmed?: string | null;
  except?: number;
}

/** What to ask before a name is saved; undefined if nothing visible has it, or it was asked. */
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
      who: getDisplayName(owner),
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
