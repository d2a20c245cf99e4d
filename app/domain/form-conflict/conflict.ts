import type { LastChange } from '~/domain/history/last-change';

/**
 * A field that two people changed differently. `saved` is the other person's change; `isMissing`
 * marks a field that the user was asked about and left open.
 */
export interface FieldConflict {
  field: string;
  mine: string;
  theirs: string;
  saved?: LastChange;
  choice?: 'mine' | 'theirs';
  isMissing?: boolean;
}

export interface FormConflict {
  version: number;
  latestEventId: number;
  fieldConflicts: FieldConflict[];
  isUnknown?: boolean;
}

export interface OthersChange {
  by: string;
  fields: string[];
}

export type FieldChoice = Pick<FieldConflict, 'choice' | 'isMissing'>;

export interface FormBase {
  version?: number;
  /** Latest event when the form was opened; without it, the form is compared by its version. */
  openedEventId?: number;
  answeredEventId?: number;
  wasAsked: boolean;
  choices: Map<string, 'mine' | 'theirs'>;
}

export const CHOICE_PREFIX = 'take-';

/** Returns the name of the control that says whether a field's stored value wins a conflict. */
export function getChoiceControl<Name extends string>(field: Name): `take-${Name}` {
  return `${CHOICE_PREFIX}${field}`;
}

export const FORM_BASE_FIELDS = ['version', 'opened', 'seen'] as const;
