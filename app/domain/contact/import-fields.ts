import type { Contact, FieldValue } from '#db/schema';
import { buildRecord } from '~/domain/record';
import { CONTACT_KEYS, type ContactKey } from './keys';

const KEYS_BY_IMPORT_FIELD = new Map(
  CONTACT_KEYS.map((key) => [`contact${key[0]!.toUpperCase()}${key.slice(1)}`, key]),
);

export const CONTACT_IMPORT_FIELDS = [...KEYS_BY_IMPORT_FIELD.keys()];

export const CONTACT_IMPORT_LABELS: Record<string, string> = buildRecord(
  CONTACT_IMPORT_FIELDS,
  (field) => `Contact ${KEYS_BY_IMPORT_FIELD.get(field)}`,
);

export function getContactKey(field: string): ContactKey | undefined {
  return KEYS_BY_IMPORT_FIELD.get(field);
}

export function toContactImportFields(contact: Contact): Record<string, FieldValue> {
  return Object.fromEntries([...KEYS_BY_IMPORT_FIELD].map(([field, key]) => [field, contact[key]]));
}
