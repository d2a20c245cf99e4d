import { recordOf } from '~/models/record';
import type { Contact, FieldValue } from '#db/schema';
import { CONTACT_KEYS, type ContactInput } from './schema';

/** A contact's keys by what an import calls them beside the fields of the deal: 'contactEmail'. */
const KEYS = new Map(
  CONTACT_KEYS.map((key) => [`contact${key[0]!.toUpperCase()}${key.slice(1)}`, key]),
);

export const CONTACT_FIELDS = [...KEYS.keys()];

export const CONTACT_LABELS: Record<string, string> = recordOf(
  CONTACT_FIELDS,
  (field) => `Contact ${KEYS.get(field)}`,
);

/** The key of a contact that a field of an import stands for; undefined for fields of the deal. */
export function contactKey(field: string): keyof ContactInput | undefined {
  return KEYS.get(field);
}

/** The values of a contact by these fields. */
export function contactFields(contact: Contact): Record<string, FieldValue> {
  return Object.fromEntries([...KEYS].map(([field, key]) => [field, contact[key]]));
}
