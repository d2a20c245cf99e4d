import type { CustomField } from './custom-fields';
import type { FieldValue } from './history';

export const ROW_KINDS = [
  'new',
  'changed',
  'unchanged',
  'conflict',
  'duplicate',
  'error',
  'leftOut',
] as const;

export type RowKind = (typeof ROW_KINDS)[number];

export const ROW_CHOICES = ['create', 'update', 'fill', 'skip'] as const;

export type RowChoice = (typeof ROW_CHOICES)[number];

/**
 * Dates are local, 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:MM'. `shown` is the formatted number:
 * '$5,000,000', '85%', '030 1234'. `isScaled` numbers are shown in thousands or millions, so that
 * the unit of their column is no factor.
 */
export type ImportCell =
  | string
  | number
  | boolean
  | null
  | { date: string }
  | { error: string }
  | { number: number; shown: string; isScaled?: true }
  | { text: string; link: string };

export interface ImportSheet {
  name: string;
  /** Kind of the rows; 'ignored' sheets are not imported. */
  holds: 'deals' | 'evaluations' | 'ignored';
  /** Number of the header row, from 1. */
  headerRow: number;
  headers: string[];
  samples: string[][];
  /** First ambiguous date of each column. */
  openDays?: Record<number, string>;
  /** First dates of each column that can only start with the day, and only with the month. */
  settledDays?: Record<number, { day?: string; month?: string }>;
  bytes?: number;
  /** Field of each column (a key of `listTargets`, or a custom field), or null. */
  targets: (string | null)[];
  /** Number of rows below the header. */
  rows: number;
  /** Number of rows that are hidden in the file. */
  hiddenRows?: number;
  /** Number of comments on cells, of header and rows alike. */
  comments?: number;
  /** Number of cells below the header that are merged over several rows. */
  mergedCells?: number;
  /** Number of rows of several cells above the header. */
  rowsAbove?: number;
  /** Columns, from 0, that are hidden in the file. */
  hiddenColumns?: number[];
  layout?: TextLayout;
  amounts?: Record<number, ColumnAmount>;
  notations?: Record<number, ColumnNotation>;
  /** Separators of decimals that a person chose for these columns. */
  chosenSeparators?: Record<number, DecimalSeparator>;
  newFields?: Record<number, NewImportField>;
  /** Number of a row below the header that only names units. */
  unitsRow?: number;
}

export interface NewImportField {
  name: string;
  kind: CustomField['kind'];
}

/** Currency (ISO 4217) and factor of amounts without their own. */
export interface ColumnAmount {
  currency?: string;
  factor?: number;
}

export type DecimalSeparator = '.' | ',';

/** Notations of a column: amounts with a currency are often written in another one. */
export type ColumnNotation = Partial<Record<'bare' | 'money', NumberNotation>>;

export interface NumberNotation {
  /** Separator of decimals that the numbers show; 'both' if they disagree. */
  decimal?: DecimalSeparator | 'both';
  /** First number that may have decimals or thousands, such as '1.200'. */
  open?: string;
}

/** Names as TextDecoder knows them. */
export const TEXT_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'windows-1250'] as const),
  ...(['iso-8859-2', 'windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic'] as const),
  ...(['windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257'] as const),
  ...(['windows-1258', 'windows-874', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'] as const),
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

export const TEXT_SEPARATORS = ['comma', 'semicolon', 'tab', 'pipe'] as const;

export type TextSeparator = (typeof TEXT_SEPARATORS)[number];

export interface TextLayout {
  encoding?: TextEncoding;
  separator: TextSeparator;
}

export interface SkippedSheet {
  name: string;
  why: 'it is hidden' | 'it has no rows below column names';
}

/**
 * `check` counts rows with values to check, `withoutCells` rows that skip cells, and
 * `skippedDuplicates` and `skippedByChoice` rows that were not imported.
 */
export type ImportCounts = Partial<
  Record<
    | RowKind
    | 'created'
    | 'updated'
    | 'skipped'
    | 'check'
    | 'withoutCells'
    | 'skippedDuplicates'
    | 'skippedByChoice',
    number
  >
>;

export interface UnknownValues {
  field: string;
  header: string;
  values: UnknownValue[];
  moreCells?: number;
}

export interface UnknownValue {
  text: string;
  cells: number;
  /** Completes "'abc' ": for example 'is not a score from 0 to 10'. */
  reason: string;
}

/**
 * Decides about an unknown value: `set` reads the cell as if it held `to`, `close` moves the deal
 * to a closed stage for a reason, `option` adds the value to the field's options.
 */
export type ValueChoice =
  | { do: 'empty' | 'comment' | 'keep' | 'option' }
  | { do: 'set'; to: string }
  | { do: 'close'; stage: string; reason: string };

export interface ValueChoices {
  values: { field: string; text: string; choice: ValueChoice }[];
  /** Choice for all other unknown values; undefined if nobody decided. */
  others?: 'empty' | 'comment';
}

export interface RowOutcome {
  name: string;
  values: Record<string, FieldValue>;
  fields: ImportedChange[];
  closingReason?: string;
  /** New owner's id, if the file names another one than is stored. */
  ownerId?: string;
  /** Visible deals with the same normalized name, at most five. */
  duplicates?: number[];
  /** Row (`n`) of this file about the same new company. */
  sameAs?: number;
  contactId?: number;
  problems?: CellProblem[];
  skippedCells?: CellProblem[];
  checks?: DoubtfulCell[];
  /** Names of the required fields that this row lacks, if it may be created although it matches a deal. */
  missingFields?: string[];
  notes?: string[];
}

export interface ImportedChange {
  field: string;
  from: FieldValue;
  to: FieldValue;
  /** Exported value, if both sides have changed it since: the user has to choose. */
  base?: FieldValue;
  isConflict?: true;
  /** 'mine' takes the file's value; the default is the stored one. */
  take?: 'mine' | 'theirs';
  /** Stored values of the fields that change together with this one, without empty ones. */
  linked?: Record<string, FieldValue>;
  /** Says that an earlier row about the same deal has a value for the field, which counts. */
  isGivenBefore?: true;
}

export interface CellProblem {
  /** For example 'D17'. */
  cell: string;
  value: string;
  /** Completes 'D17: 'abc' ': for example 'is not a score from 0 to 10'. */
  reason: string;
}

export interface DoubtfulCell {
  field: string;
  text: string;
  to: FieldValue;
}
