import type { FieldOutcome, RowChoice, RowKind } from '#db/schema';

/** What may be chosen for a row of each kind; the first one is the default. */
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

/** What is done with a row. A stored choice that its kind does not have is as good as none. */
export function getRowChoice(kind: RowKind, stored: RowChoice | null): RowChoice {
  return stored && CHOICES_BY_KIND[kind].includes(stored) ? stored : getDefaultChoice(kind);
}

/**
 * Whether an update writes this field: of a possible duplicate only an empty one, of a conflict only
 * with 'mine', of a value that says nothing (rule 16.90) only what was chosen for it.
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
