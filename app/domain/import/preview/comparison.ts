import type {
  CellProblem,
  FieldOutcome,
  FieldValue,
  RowChoice,
  RowKind,
  RowOutcome,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { OptionParser } from '~/domain/import/values/option-parser';
import type { CustomFields, StageNames } from '~/domain/import/values/parse-options';

export type FieldValues = Record<string, FieldValue>;

/** A deal that the importer may see; its owner's email is the field 'owner'. */
export interface StoredDeal {
  id: number;
  userId: string;
  createdAt: Date;
  fields: FieldValues;
  /** The stored contact that the row is about; its stored values are in `fields`. */
  contactId?: number;
}

export interface Owner {
  id: string;
  email: string;
}

/** What is known about the row beside the file. */
export interface RowContext {
  viewer: Viewer;
  dayFirst: boolean | null;
  /** Users who can become owners, by email in lower case. */
  owners: Map<string, Owner>;
  stages: StageNames;
  spellings: OptionParser;
  own: CustomFields;
  /** A cell that is no value makes its row an error: nobody sees what it would be imported without. */
  refusesCells: boolean;
}

export interface RowComparison {
  kind: RowKind;
  pipelineId: number | null;
  outcome: RowOutcome;
  /** What is chosen for the row at first, where that is not the default of its kind. */
  choice?: RowChoice;
}

/** What the cells of a row come to, while they are read one by one. */
export interface ParsedRow {
  values: FieldValues;
  fields: FieldOutcome[];
  /** Why the row cannot be imported. */
  problems: CellProblem[];
  /** Cells that it can be imported without. */
  skippedCells: CellProblem[];
  notes: string[];
  ownerId?: string;
}

export function createParsedRow(parts: Partial<ParsedRow> = {}): ParsedRow {
  return { values: {}, fields: [], problems: [], skippedCells: [], notes: [], ...parts };
}
