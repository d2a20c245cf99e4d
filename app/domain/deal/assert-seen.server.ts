import type { Deal } from '#db/schema';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { findLastChanges } from '~/domain/history/field-changes.server';
import { isCurrentVersion, type SeenVersion } from '~/domain/seen-version';
import { outdated } from '~/errors';

interface SeenValue {
  seen: string | null | undefined;
  current: string | null;
  wanted: string | null | undefined;
}

/** Throws 412 if somebody has changed a field since the page showed it, unless to the same value. */
export async function assertSeen(
  { id }: Pick<Deal, 'id'>,
  field: string,
  { seen, current, wanted }: SeenValue,
): Promise<void> {
  if (seen === undefined || current === seen || current === wanted) return;
  const changes = await findLastChanges('pipeline', id, [...listLinkedFields(field)]);
  const [latest] = [...changes.values()].sort((a, b) => b.at.getTime() - a.at.getTime());
  const who = latest?.by ?? 'Someone else';
  throw outdated(
    current === null
      ? `${who} has cleared it in the meantime.`
      : `${who} has changed it to ${current} in the meantime.`,
  );
}

export function assertDealVersion(
  deal: Pick<Deal, 'version'>,
  version: SeenVersion | undefined,
): void {
  if (!isCurrentVersion(deal.version, version))
    throw outdated('Someone else has changed this deal in the meantime.');
}
