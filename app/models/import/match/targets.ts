import type { ImportSheet } from '#db/schema';
import { CONTACT_FIELDS, CONTACT_LABELS } from '~/models/contact/import-fields';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { STAGE_LABEL } from '~/models/lists/lists';
import { REFERENCE_LABEL } from '~/models/export/reference';

/** A field that a column of a file can go to. */
export interface ImportTarget {
  key: string;
  label: string;
}

export type Holds = ImportSheet['holds'];

/** No field of its own: what the bare amounts of a row are in. */
export const CURRENCY_TARGET = 'currency';

const REFERENCE: ImportTarget = { key: 'reference', label: REFERENCE_LABEL };
const STAGE: ImportTarget = { key: 'stage', label: STAGE_LABEL };
const OWNER: ImportTarget = { key: 'owner', label: 'Owner email' };
/** For staff: no field yet. */
export const KEEP: ImportTarget = { key: 'keep', label: 'Keep as a new field' };
const CURRENCY: ImportTarget = { key: CURRENCY_TARGET, label: 'Currency of the amounts' };
const CONTACTS = CONTACT_FIELDS.map((key): ImportTarget => ({ key, label: CONTACT_LABELS[key]! }));
const COMPANY: ImportTarget = { key: 'companyName', label: 'Company name' };

const TARGETS: Record<Holds, ImportTarget[]> = {
  deals: [
    ...PIPELINE_FIELDS.map(({ key, label }) => ({ key, label })),
    STAGE,
    ...CONTACTS,
    CURRENCY,
    OWNER,
    REFERENCE,
  ],
  evaluations: [
    COMPANY,
    ...CRITERIA.map(({ key, label }) => ({ key, label })),
    ...CATEGORIES.map(({ notes, title }) => ({ key: notes, label: `${title} notes` })),
    REFERENCE,
  ],
  ignored: [],
};

/** Stands for a field that an import will create, until it does. */
export function newFieldTarget(sheet: number, column: number): string {
  return `field-new${sheet}x${column}`;
}

/** The fields for the columns of a sheet. An evaluation's row is matched by its company's name. */
export function targetsOf(holds: Holds): ImportTarget[] {
  return TARGETS[holds];
}

/** Also a column that becomes a field, and own fields: which there are is known to who stores them. */
export function isTarget(holds: Holds, key: string): boolean {
  const isOwn = key === KEEP.key || /^field-[A-Za-z\d]+$/.test(key);
  return (holds === 'deals' && isOwn) || TARGETS[holds].some((target) => target.key === key);
}
