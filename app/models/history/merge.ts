/**
 * A field that two people changed to different values; `saved` says who else and when, `isMissing`
 * that the user was asked already, but has chosen none.
 */
export interface Clash {
  field: string;
  mine: string;
  theirs: string;
  saved?: string;
  choice?: 'mine' | 'theirs';
  isMissing?: boolean;
}

export interface Merged {
  conflict?: {
    version: number;
    seen: number;
    clashes: Clash[];
    /** Whether it is not known which of the fields were changed since the form was opened. */
    isUnknown?: boolean;
  };
  alsoChanged: string;
}

export type Chosen = Pick<Clash, 'choice' | 'isMissing'>;

/**
 * The fields of a form that say what it was opened with: the version, the latest change, and the
 * latest one when the choices were offered. A form without them is compared by its version.
 */
export const MERGE_FIELDS = ['version', 'opened', 'seen'] as const;
