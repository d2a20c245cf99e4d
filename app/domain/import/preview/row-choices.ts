import type { FieldOutcome, RowChoice, RowKind } from '#db/schema';

/** Allowed choices; the first is the default. */
const CHOICES_BY_KIND: Record<RowKind, readonly [RowChoice, ...RowChoice[]]> = {
  new: ['create', 'skip'],
  changed: ['update', 'skip'],
  unchanged: ['skip'],
  conflict: ['update', 'skip'],
  duplicate: ['update', 'create', 'skip'],
  error: ['skip'],
  leftOut: ['skip'],
};

export function listAllowedChoices(kind: RowKind): readonly RowChoice[] {
  return CHOICES_BY_KIND[kind];
}

function getDefaultChoice(kind: RowKind): RowChoice {
  return CHOICES_BY_KIND[kind][0];
}

/** Ignores a stored choice that the kind does not allow. */
export function getRowChoice(kind: RowKind, stored: RowChoice | null): RowChoice {
  return stored && CHOICES_BY_KIND[kind].includes(stored) ? stored : getDefaultChoice(kind);
}

/**
 * Limits updates to empty fields of possible duplicates, conflicts resolved as 'mine', and values
 * chosen for doubtful ones (rule 16.90).
 */
export function isFieldWritten(
  kind: RowKind,
  { from, to, isConflict, take }: FieldOutcome,
): boolean {
  if (isEmptyValue(from) && isEmptyValue(to)) return false;
  if (take) return take === 'mine';
  if (isConflict) return false;
  return kind !== 'duplicate' || isEmptyValue(from);
}

export function isEmptyValue(value: FieldOutcome['from']): boolean {
  return value === null || value === '' || (Array.isArray(value) && !value.length);
}
