/**
 * A field that two people changed differently. `saved` names the other person and the time;
 * `isMissing` marks a field that the user was asked about and left open.
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
    /** Set if the fields changed since the form was opened are unknown. */
    isUnknown?: boolean;
  };
  alsoChanged: string;
}

export type FieldChoice = Pick<FieldConflict, 'choice' | 'isMissing'>;

/**
 * Hidden fields with the version, the latest event when the form was opened, and the latest when
 * choices were offered. A form without them is compared by its version.
 */
export const FORM_BASE_FIELDS = ['version', 'opened', 'seen'] as const;
