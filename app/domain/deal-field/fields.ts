import type { Deal } from '#db/schema';
import { buildRecord } from '~/domain/record';

/** Deals from earlier versions may have more and keep them. */
export const MAX_INDUSTRIES = 50;

export const MAX_COMMENTS_LENGTH = 10_000;

export const FORM_SECTIONS = [
  'Company Information',
  'Industry',
  'Business Information',
  'Funding Details',
  'Follow-up',
  'Comments & Notes',
] as const;
export type FormSection = (typeof FORM_SECTIONS)[number];

export const DETAILS_SECTIONS = [
  'Company Leadership',
  'Industries',
  'Product/Service',
  'Key Business Metrics',
  'Funding Information',
  'Comments',
  'Evaluation Score',
] as const;
export type DetailsSection = (typeof DETAILS_SECTIONS)[number];

interface FieldBase<Key> {
  key: Key;
  label: string;
  /**
   * Sections of the form group fields by subject; those of `details` are narrower. A person is in
   * "Company Information" of the form and in "Company Leadership" of the details. Other facts about
   * the company and its business are in "Product/Service" or "Key Business Metrics" of the details,
   * and what is about the round or the next meeting in "Funding Information".
   */
  form: { section: FormSection; label?: string; hint?: string };
  details: 'title' | 'hidden' | { section: DetailsSection; label?: string };
  width: number;
}

/** Limits are in UTF-16 code units, as in `maxlength`. */
interface Line {
  kind: 'line';
  limit: number;
  placeholder?: string;
}
interface Lines {
  kind: 'lines';
  limit: number;
  rows: number;
}
/** Choice from an option list; other stored values stay and can be filtered. */
interface Choice {
  kind: 'choice';
  limit: number;
  none: string;
}
interface Day {
  kind: 'day';
}
/**
 * Up to `maxItems` texts of up to `limit` characters; the form offers the option list as
 * checkboxes.
 */
interface List {
  kind: 'list';
  limit: number;
  maxItems: number;
}
interface Score {
  kind: 'score';
}

type KindForValue<Value> = [Value] extends [string[]]
  ? List
  : [Value] extends [string]
    ? Line & { required: string }
    : [Value] extends [number | null]
      ? Score
      : Line | Lines | Choice | Day;
type Field = { [Key in keyof Deal]: FieldBase<Key> & KindForValue<Deal[Key]> }[keyof Deal];

/**
 * Fields of a deal in the order of form, JSON and workbook (rule 3.1). Schemas, form, JSON,
 * details, workbook, history and conflicts derive from this list. Search does not: a field is
 * found once `derive-columns.ts`, `search.server.ts` and `search-view.server.ts` name it.
 */
const FIELDS = [
  {
    key: 'companyName',
    label: 'Company name',
    kind: 'line',
    limit: 200,
    required: 'Company name is required',
    form: { section: 'Company Information' },
    details: 'title',
    width: 28,
  },
  {
    key: 'ceoName',
    label: 'CEO',
    kind: 'line',
    limit: 200,
    form: { section: 'Company Information' },
    details: { section: 'Company Leadership' },
    width: 20,
  },
  {
    key: 'cooName',
    label: 'CFO/COO',
    kind: 'line',
    limit: 200,
    form: { section: 'Company Information' },
    details: { section: 'Company Leadership' },
    width: 20,
  },
  {
    key: 'cfoName',
    label: 'Other Visitors',
    kind: 'line',
    limit: 200,
    form: { section: 'Company Information', hint: 'Who else came to the meeting' },
    details: { section: 'Company Leadership' },
    width: 20,
  },
  {
    key: 'industries',
    label: 'Industries',
    kind: 'list',
    limit: 100,
    maxItems: MAX_INDUSTRIES,
    form: { section: 'Industry', hint: 'Select all that apply' },
    details: { section: 'Industries' },
    width: 24,
  },
  {
    key: 'businessIntroduction',
    label: 'Product/Service',
    kind: 'lines',
    limit: 10_000,
    rows: 16,
    form: {
      section: 'Business Information',
      hint: 'What the company does, for whom, and why it wins',
    },
    details: { section: 'Product/Service' },
    width: 60,
  },
  {
    key: 'keyBusinessNumbers',
    label: 'Key business metrics',
    kind: 'lines',
    limit: 4_000,
    rows: 3,
    form: {
      section: 'Business Information',
      hint: 'For example: ARR $1.2M, growth 140% YoY, gross margin 78%, runway 14 months',
    },
    details: { section: 'Key Business Metrics' },
    width: 40,
  },
  {
    key: 'fundingRound',
    label: 'Funding round',
    kind: 'choice',
    limit: 100,
    none: 'Choose a round',
    form: { section: 'Funding Details' },
    details: { section: 'Funding Information', label: 'Round' },
    width: 14,
  },
  {
    key: 'targetFundingSize',
    label: 'Target funding size',
    kind: 'line',
    limit: 100,
    placeholder: '$5M',
    form: { section: 'Funding Details' },
    details: { section: 'Funding Information', label: 'Target size' },
    width: 18,
  },
  {
    key: 'targetClosingDate',
    label: 'Target closing date',
    kind: 'day',
    form: { section: 'Funding Details' },
    details: { section: 'Funding Information' },
    width: 18,
  },
  {
    key: 'evaluationScore',
    label: 'Score',
    kind: 'score',
    form: { section: 'Funding Details', label: 'Initial Evaluation Score (1-10)' },
    details: { section: 'Evaluation Score' },
    width: 8,
  },
  {
    key: 'nextMeetingDate',
    label: 'Next meeting',
    kind: 'choice',
    limit: 100,
    none: 'Not planned',
    form: { section: 'Follow-up' },
    details: { section: 'Funding Information' },
    width: 14,
  },
  {
    key: 'comments',
    label: 'Comments',
    kind: 'lines',
    limit: MAX_COMMENTS_LENGTH,
    rows: 4,
    form: { section: 'Comments & Notes' },
    details: { section: 'Comments' },
    width: 40,
  },
  {
    key: 'nextMeetingOn',
    label: 'Next Meeting On',
    kind: 'day',
    form: {
      section: 'Follow-up',
      label: 'Next meeting on',
      hint: 'A day for the meeting. Left empty, the choice above counts from today.',
    },
    // The next meeting shows it in brackets.
    details: 'hidden',
    width: 18,
  },
] as const satisfies readonly Field[];

export type DealKey = (typeof FIELDS)[number]['key'];
export type DealField = Extract<Field, { key: DealKey }>;
export const DEAL_FIELDS: readonly DealField[] = FIELDS;

export const DEAL_KEYS = DEAL_FIELDS.map(({ key }) => key);

const fieldsByKey = new Map<string, DealField>(DEAL_FIELDS.map((field) => [field.key, field]));

export const DEAL_LABELS = buildRecord(DEAL_KEYS, (key) => fieldsByKey.get(key)!.label);

export const DEAL_FORM_LABELS = buildRecord(
  DEAL_KEYS,
  (key) => fieldsByKey.get(key)!.form.label ?? DEAL_LABELS[key],
);

export function isDealKey(key: string): key is DealKey {
  return fieldsByKey.has(key);
}
