import { folded } from '#db/fold';
import type { CellProblem, Contact, FieldValue } from '#db/schema';
import { CONTACT_FIELDS, contactKey } from '~/models/contact/import-fields';
import { type CONTACT_KEYS, ContactInput } from '~/models/contact/schema';
import { cellText } from '~/models/import/cell';
import { cellOf, type FileRow, problemAt } from './file-row';
import { addressIn, saysNothing } from './values';

/** The contact that a row may have beside its deal (rule 25.16). */

type Key = (typeof CONTACT_KEYS)[number];

const NO_NAME = 'The contact is skipped because it has neither a name nor an email';

const NOT_STORABLE = 'is too long, or contains a control character';
const NOT_VALID: Record<Key, string> = {
  name: NOT_STORABLE,
  role: NOT_STORABLE,
  email: 'is not an email address',
  phone: NOT_STORABLE,
  link: 'is not an address that begins with http:// or https://',
  note: NOT_STORABLE,
};

/**
 * The contact by the fields of an import; empty where the row has none. Notes what is wrong with it.
 * Who has no name of their own is called like the CEO, or by the email.
 */
export function readContact(
  row: FileRow,
  { problems, notes }: { problems: CellProblem[]; notes: string[] },
): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const field of CONTACT_FIELDS) {
    const key = contactKey(field)!;
    const text = textOf(row, field);
    if (!text) continue;
    const read = ContactInput.shape[key].safeParse(key === 'email' ? addressIn(text) : text);
    if (!read.success) problems.push(problemAt(row, field, NOT_VALID[key]));
    else values[field] = read.data ?? null;
  }
  if (values.contactName || !Object.keys(values).length) return values;
  const contactName = [textOf(row, 'ceoName'), values.contactEmail].find(
    (name) => name && ContactInput.shape.name.safeParse(name).success,
  );
  if (contactName) return { contactName, ...values };
  notes.push(NO_NAME);
  return {};
}

function textOf(row: FileRow, field: string): string {
  const text = cellText(cellOf(row, field)).trim();
  return saysNothing(text) ? '' : text;
}

/** Finds a row's contact among these by the email, else by the name. */
export function sameContact<C extends Pick<Contact, 'name' | 'email'>>(
  contacts: C[],
  { contactName, contactEmail }: Record<string, FieldValue>,
): C | undefined {
  const isSame = (stored: string | null, value: FieldValue | undefined) =>
    typeof value === 'string' && stored !== null && folded(stored) === folded(value);
  return (
    contacts.find(({ email }) => isSame(email, contactEmail)) ??
    contacts.find(({ name }) => isSame(name, contactName))
  );
}
