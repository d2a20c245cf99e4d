import type { ColumnAmount, CustomField, FieldValue } from '#db/schema';
import type { Person } from '~/domain/custom-field/values';
import type { OptionParser } from './option-parser';

/** The fund's stages. */
export interface StageNames {
  names: string[];
  /** Those that ask for a reason, which a file cannot give. */
  withReason: string[];
}

/** The fund's own fields by name, and who they can name. */
export interface CustomFields {
  fields: Map<string, CustomField>;
  people: Person[];
}

export type ParsedCell = { value: FieldValue } | { reason: string };

export interface ParseOptions {
  dayFirst: boolean | null;
  /** The industries of the deal that the row is about. */
  industries?: readonly string[];
  /** The stage of that deal. */
  stage?: string;
  stages?: StageNames;
  spellings?: OptionParser;
  own?: CustomFields;
  /** What a bare amount in a field is in. */
  amountOf?: (target: string) => ColumnAmount;
}
