import type {
  CellProblem,
  FieldValue,
  ImportedChange,
  RowChoice,
  RowKind,
  RowOutcome,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { OptionParser } from '~/domain/import/values/option-parser';
import type { CustomFields, StageNames } from '~/domain/import/values/parse-options';
import type { ValueDecisions } from '~/domain/import/values/value-choices';
import type { UnknownValueCollector } from './unknown-values';

export type FieldValues = Record<string, FieldValue>;

/** A visible deal; 'owner' in `values` is the owner's email. */
export interface StoredDeal {
  id: number;
  userId: string;
  createdAt: Date;
  values: FieldValues;
  contactId?: number;
}

export interface Owner {
  id: string;
  email: string;
}

export interface RowContext {
  viewer: Viewer;
  dayFirst: boolean | null;
  owners: Map<string, Owner>;
  stages: StageNames;
  optionParser: OptionParser;
  customFields: CustomFields;
  /** Makes a row with an invalid cell an error, as nobody would see that the cell is skipped. */
  refusesCells: boolean;
  /** Checks possible duplicates like new deals, as they are created. */
  createsDuplicates: boolean;
  decisions: ValueDecisions;
  unknownValues: UnknownValueCollector;
}

export interface RowComparison {
  kind: RowKind;
  dealId: number | null;
  outcome: RowOutcome;
  choice?: RowChoice;
}

/** Text for the comments; a sheet's name has no column. */
export interface CommentLine {
  column?: number;
  text: string;
}

export interface ParsedRow {
  values: FieldValues;
  changes: ImportedChange[];
  problems: CellProblem[];
  skippedCells: CellProblem[];
  /** Cells that somebody chose to leave empty, which are never refused. */
  chosenCells: CellProblem[];
  notes: string[];
  ownerId?: string;
  closingReason?: string;
  commentLines: CommentLine[];
}

export function createParsedRow(parts: Partial<ParsedRow> = {}): ParsedRow {
  return {
    values: {},
    changes: [],
    problems: [],
    skippedCells: [],
    chosenCells: [],
    notes: [],
    commentLines: [],
    ...parts,
  };
}
