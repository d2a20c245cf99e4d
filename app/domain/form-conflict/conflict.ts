/**
 * A field that two people changed to different values; `saved` says who else and when, `isMissing`
 * that the user was asked already, but has chosen none.
 */
export interface FieldConflict {
  field: string;
  mine: string;
  theirs: string;
  saved?: string;
  choice?: 'mine' | 'theirs';
  isMissing?: boolean;
}

export interface FormResolution {
  conflict?: {
    version: number;
    seen: number;
    clashes: FieldConflict[];
    /** Whether it is not known which of the fields were changed since the form was opened. */
    isUnknown?: boolean;
  };
  alsoChanged: string;
}

export type FieldChoice = Pick<FieldConflict, 'choice' | 'isMissing'>;

/**
 * The fields of a form that say what it was opened with: the version, the latest change, and the
 * latest one when the choices were offered. A form without them is compared by its version.
 */
export const FORM_BASE_FIELDS = ['version', 'opened', 'seen'] as const;
