import type { CustomField, FieldValue } from '#db/schema';
import type { Person } from '~/domain/custom-field/values';
import type { AmountReading } from './amounts';
import type { OptionParser } from './option-parser';

export interface StageNames {
  names: string[];
  /** Returns the current name for a previous one, and any other text as it is. */
  toCurrentName: (text: string) => string;
  withReason: string[];
  /** Won and lost stages, where no meeting comes next. */
  final: string[];
}

export interface CustomFields {
  definitions: Map<string, CustomField>;
  people: Person[];
}

export type ParsedCell = { value: FieldValue } | { reason: string };

/** Column of the key business metrics; `isKnown` for usual names such as 'ARR (EUR k)'. */
export interface Metric {
  name: string;
  isKnown: boolean;
}

export interface ParseOptions {
  dayFirst: boolean | null;
  /** Order of the fields whose columns have unambiguous dates. */
  settledDayFirst?: ReadonlyMap<string, boolean>;
  storedIndustries?: readonly string[];
  storedStage?: string;
  stages?: StageNames;
  optionParser?: OptionParser;
  customFields?: CustomFields;
  getAmountReading?: (target: string) => AmountReading;
  getMetric?: () => Metric | undefined;
}

export function getDayFirst(
  { dayFirst, settledDayFirst }: Pick<ParseOptions, 'dayFirst' | 'settledDayFirst'>,
  target: string,
): boolean | null {
  return settledDayFirst?.get(target) ?? dayFirst;
}
