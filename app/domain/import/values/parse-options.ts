import type { ColumnAmount, CustomField, FieldValue } from '#db/schema';
import type { Person } from '~/domain/custom-field/values';
import type { OptionParser } from './option-parser';

export interface StageNames {
  names: string[];
  /** Stages that need a reason, which a file cannot give. */
  withReason: string[];
}

/** Custom fields by name, and the people that they can name. */
export interface CustomFields {
  fields: Map<string, CustomField>;
  people: Person[];
}

export type ParsedCell = { value: FieldValue } | { reason: string };

export interface ParseOptions {
  dayFirst: boolean | null;
  /** Industries of the row's deal. */
  industries?: readonly string[];
  /** Stage of the row's deal. */
  stage?: string;
  stages?: StageNames;
  spellings?: OptionParser;
  customFields?: CustomFields;
  /** Returns the unit of bare amounts in a field. */
  getColumnAmount?: (target: string) => ColumnAmount;
}
