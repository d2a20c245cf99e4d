import type { Viewer } from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { computeCompanyKey } from './company-key';
import { findDuplicates, findHiddenDuplicateOwners } from './duplicates.server';

interface DuplicateExceptions {
  confirmed?: string | null;
  excludedId?: number;
}

export async function buildDuplicatesQuestion(
  viewer: Viewer,
  companyName: string,
  { confirmed, excludedId }: DuplicateExceptions,
) {
  const key = computeCompanyKey(companyName);
  if (confirmed === key) return undefined;
  const [duplicates, colleagues] = await Promise.all([
    findDuplicates(viewer, companyName, excludedId),
    findHiddenDuplicateOwners(viewer, companyName),
  ]);
  if (!duplicates.length && !colleagues.length) return undefined;
  return {
    key,
    duplicates,
    colleagues: colleagues.map(({ owner, since }) => ({ owner: getDisplayName(owner), since })),
  };
}

export type DuplicatesQuestion = NonNullable<Awaited<ReturnType<typeof buildDuplicatesQuestion>>>;
