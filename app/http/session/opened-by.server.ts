import type { Viewer } from '~/domain/access';
import { conflict, type DomainError } from '~/errors';

/** Names the account that opened a form (rule 12.43). */
export const OPENED_BY_FIELD = 'openedBy';

/** Returns an error if another account opened the form; one that names none is anybody's. */
export function findOtherOpener(
  viewer: Viewer,
  openedBy: string | null | undefined,
): DomainError | undefined {
  if (!openedBy || openedBy === viewer.id) return undefined;
  return conflict(
    `Another account opened this form, and ${viewer.email} has signed in since. Nothing was saved.`,
  );
}
