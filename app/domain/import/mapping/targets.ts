import type { ImportSheet } from '#db/schema';
import { CONTACT_IMPORT_FIELDS, CONTACT_IMPORT_LABELS } from '~/domain/contact/import-fields';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { REFERENCE_LABEL } from '~/domain/export/reference';
import { STAGE_LABEL } from '~/domain/stage/kinds';

export interface ImportTarget {
  key: string;
  label: string;
}

export type SheetContent = ImportSheet['holds'];

/** Gives the currency of a row's bare amounts; not a field. */
export const CURRENCY_TARGET = 'currency';

const REFERENCE_TARGET: ImportTarget = { key: 'reference', label: REFERENCE_LABEL };
const STAGE_TARGET: ImportTarget = { key: 'stage', label: STAGE_LABEL };
const OWNER_TARGET: ImportTarget = { key: 'owner', label: 'Owner email' };
export const KEEP_AS_FIELD: ImportTarget = { key: 'keep', label: 'Keep as a new field' };
export const APPEND_TO_COMMENTS: ImportTarget = {
  key: 'append',
  label: 'Append to the comments',
};
const CURRENCY_OPTION: ImportTarget = { key: CURRENCY_TARGET, label: 'Currency of the amounts' };
const CONTACT_TARGETS = CONTACT_IMPORT_FIELDS.map((key): ImportTarget => ({
  key,
  label: CONTACT_IMPORT_LABELS[key]!,
}));
const COMPANY_TARGET: ImportTarget = { key: 'companyName', label: 'Company name' };

const TARGETS_BY_CONTENT: Record<SheetContent, ImportTarget[]> = {
  deals: [
    ...DEAL_FIELDS.map(({ key, label }) => ({ key, label })),
    STAGE_TARGET,
    ...CONTACT_TARGETS,
    CURRENCY_OPTION,
    OWNER_TARGET,
    REFERENCE_TARGET,
    APPEND_TO_COMMENTS,
  ],
  evaluations: [
    COMPANY_TARGET,
    ...CRITERIA.map(({ key, label }) => ({ key, label })),
    ...CATEGORIES.map(({ notes, title }) => ({ key: notes, label: `${title} notes` })),
    REFERENCE_TARGET,
  ],
  ignored: [],
};

export function getNewFieldTarget(sheet: number, column: number): string {
  return `field-new${sheet}x${column}`;
}

export function isRepeatableTarget(target: string | null): boolean {
  return target === null || target === KEEP_AS_FIELD.key || target === APPEND_TO_COMMENTS.key;
}

/** Includes the company's name for evaluations, as rows are matched by it. */
export function listTargets(holds: SheetContent): ImportTarget[] {
  return TARGETS_BY_CONTENT[holds];
}

export function isTarget(holds: SheetContent, key: string): boolean {
  const isOwn = key === KEEP_AS_FIELD.key || /^field-[A-Za-z\d]+$/.test(key);
  return (
    (holds === 'deals' && isOwn) || TARGETS_BY_CONTENT[holds].some((target) => target.key === key)
  );
}
