import type { ImportedChange, RowChoice, RowKind, RowOutcome } from '#db/schema';

/** Allowed choices; the first is the default. */
const CHOICES_BY_KIND: Record<RowKind, readonly [RowChoice, ...RowChoice[]]> = {
  new: ['create', 'skip'],
  changed: ['update', 'skip'],
  unchanged: ['skip', 'create'],
  conflict: ['update', 'skip'],
  duplicate: ['fill', 'update', 'create', 'skip'],
  error: ['skip'],
  leftOut: ['skip'],
};

export function listAllowedChoices(kind: RowKind): readonly RowChoice[] {
  return CHOICES_BY_KIND[kind];
}

function getDefaultChoice(kind: RowKind): RowChoice {
  return CHOICES_BY_KIND[kind][0];
}

export function getRowChoice(kind: RowKind, stored: RowChoice | null): RowChoice {
  return stored && CHOICES_BY_KIND[kind].includes(stored) ? stored : getDefaultChoice(kind);
}

export type RowResult = Exclude<RowChoice, 'fill'> | 'open';

export interface RowWrite {
  kind: RowKind;
  choice: RowChoice | null;
  outcome: Pick<RowOutcome, 'sameAs'>;
}

function isFilling({ kind, choice, outcome }: RowWrite): boolean {
  if (kind !== 'duplicate') return false;
  return getRowChoice(kind, choice) !== 'update' || outcome.sameAs !== undefined;
}

/**
 * Limits updates to empty fields of possible duplicates unless the user chose the file's values,
 * conflicts resolved as 'mine', and values chosen for doubtful ones (rule 16.90).
 */
export function isFieldChosen(
  row: RowWrite,
  { from, to, isConflict, take, linked = {} }: ImportedChange,
): boolean {
  if (isEmptyValue(from) && isEmptyValue(to)) return false;
  if (take) return take === 'mine';
  if (isConflict) return false;
  return !isFilling(row) || [from, ...Object.values(linked)].every(isEmptyValue);
}

export function isEmptyValue(value: ImportedChange['from']): boolean {
  return value === null || value === '' || (Array.isArray(value) && !value.length);
}
