import type { CustomField } from './custom-fields';
import type { FieldValue } from './history';

export const ROW_KINDS = [
  ...(['new', 'changed', 'unchanged', 'conflict', 'duplicate', 'error', 'leftOut'] as const),
] as const;

export type RowKind = (typeof ROW_KINDS)[number];

export const ROW_CHOICES = ['create', 'update', 'skip'] as const;

export type RowChoice = (typeof ROW_CHOICES)[number];

/**
 * A cell's value. Dates are wall-clock times without zone, 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:MM'. A number
 * is `shown` where its format adds something to it: '$5,000,000', '85%', '030 1234'.
 */
export type ImportCell =
  | string
  | number
  | boolean
  | null
  | { date: string }
  | { error: string }
  | { number: number; shown: string }
  | { text: string; link: string };

export interface ImportSheet {
  name: string;
  /** What its rows are; 'ignored' sheets are not imported. */
  holds: 'deals' | 'evaluations' | 'ignored';
  /** The number of its header row, from 1. */
  headerRow: number;
  headers: string[];
  /** The first three values of each column, cut to what is shown. */
  samples: string[][];
  /** By column, the first date that could be read in two ways. */
  openDays?: Record<number, string>;
  /** By column, the first dates that can only begin with the day, and only with the month. */
  settledDays?: Record<number, { day?: string; month?: string }>;
  /** What the cells of its rows take, for the quota of the importer. */
  bytes?: number;
  /** For each column the field that it goes to (a key of `IMPORT_TARGETS`), or null. */
  targets: (string | null)[];
  rows: number;
  /** Rows and columns (from 0) that the file hides. */
  hiddenRows?: number;
  hiddenColumns?: number[];
  /** How the text of separated values is read. */
  layout?: TextLayout;
  /** By column with bare numbers or a unit in its header, what its amounts are in. */
  amounts?: Record<number, ColumnAmount>;
  /** By column that is kept as a new field, the field that the import will create. */
  newFields?: Record<number, NewImportField>;
  /** The number of a row below the header that only names units. */
  unitsRow?: number;
}

export interface NewImportField {
  name: string;
  kind: CustomField['kind'];
}

/** The currency (ISO 4217) and factor of amounts that do not say it themselves. */
export interface ColumnAmount {
  currency?: string;
  factor?: number;
}

/** As decoders name them. */
export const TEXT_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'windows-1250'] as const),
  ...(['iso-8859-2', 'windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic'] as const),
  ...(['windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257'] as const),
  ...(['windows-1258', 'windows-874', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'] as const),
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

export const TEXT_SEPARATORS = ['comma', 'semicolon', 'tab', 'pipe'] as const;

export type TextSeparator = (typeof TEXT_SEPARATORS)[number];

/** How a file of separated values, or pasted cells, are read. */
export interface TextLayout {
  /** Undefined for pasted cells. */
  encoding?: TextEncoding;
  separator: TextSeparator;
}

export interface SkippedSheet {
  name: string;
  why: 'it is hidden' | 'it has no rows below column names';
}

/** `check` counts the rows with values to check, `withoutCells` those that skip cells. */
export type ImportCounts = Partial<
  Record<RowKind | 'created' | 'updated' | 'skipped' | 'check' | 'withoutCells', number>
>;

/** What a row would do. */
export interface RowOutcome {
  /** The company, for lists. */
  name: string;
  /** The valid values of its mapped and filled cells, by field. */
  values: Record<string, FieldValue>;
  /** The fields that differ from what is stored, for a row about a known deal. */
  fields: FieldOutcome[];
  /** The id of the user who is to own it, if the file names somebody else than is stored. */
  ownerId?: string;
  /** Visible deals with the same normalized name, for a possible duplicate; at most five. */
  duplicates?: number[];
  /** The row (`n`) of this file that is about the same new company. */
  sameAs?: number;
  /** The contact of the deal who the row's contact is. */
  contactId?: number;
  /** Why the row is an error. */
  problems?: CellProblem[];
  /** Cells that the row is imported without. */
  skippedCells?: CellProblem[];
  /** Cells that say nothing: a meeting without a date, or that there is no day or score. */
  checks?: DoubtfulCell[];
  /** What was read but is not used, such as the owner in a user's own import. */
  notes?: string[];
}

export interface FieldOutcome {
  field: string;
  /** As it is stored now. */
  from: FieldValue;
  to: FieldValue;
  /** As it was exported, where both have changed it since; the user has to choose. */
  base?: FieldValue;
  isConflict?: true;
  /** For a conflict: 'mine' takes the file's value. By default what is stored stays. */
  take?: 'mine' | 'theirs';
}

export interface CellProblem {
  /** Such as 'D17'. */
  cell: string;
  value: string;
  /** Completes 'D17: 'abc' ': such as 'is not a score from 0 to 10'. */
  reason: string;
}

export interface DoubtfulCell {
  field: string;
  /** As it stands in the file, on one line. */
  text: string;
  /** What is imported, until the user chooses something else. */
  to: FieldValue;
}
