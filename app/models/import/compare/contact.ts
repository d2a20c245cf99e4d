import { folded } from '#db/fold';
import type { CellProblem, Contact, FieldValue } from '#db/schema';
import { CONTACT_FIELDS, contactKey } from '~/models/contact/import-fields';
import { type CONTACT_KEYS, ContactInput } from '~/models/contact/schema';
import { cellText } from '~/models/import/cell';
import { cellOf, type FileRow, problemAt } from './file-row';
import { addressIn, emailsIn, webAddressIn } from './addresses';
import { isDecoded, NOT_DECODED, saysNothing } from './values';

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
  { skippedCells, notes }: { skippedCells: CellProblem[]; notes: string[] },
): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  let otherEmails: string[] = [];
  for (const field of CONTACT_FIELDS) {
    const key = contactKey(field)!;
    const read = readDetail(row, field, key);
    if (read === undefined) continue;
    if ('reason' in read) skippedCells.push(problemAt(row, field, read.reason));
    else [values[field], otherEmails] = [read.value, read.others ?? otherEmails];
  }
  if (otherEmails.length) keepOtherEmails(row, values, otherEmails, skippedCells);
  if (values.contactName || !Object.keys(values).length) return values;
  const contactName = [textOf(row, 'ceoName'), values.contactEmail].find(
    (name) => name && ContactInput.shape.name.safeParse(name).success,
  );
  if (contactName) return { contactName, ...values };
  notes.push(NO_NAME);
  return {};
}

type Detail = { value: string | null; others?: string[] } | { reason: string };

function readDetail(row: FileRow, field: string, key: Key): Detail | undefined {
  const text = textOf(row, field);
  if (!text) return undefined;
  if (!isDecoded(text)) return { reason: NOT_DECODED };
  const cell = cellOf(row, field);
  const [email = '', ...others] = key === 'email' ? emailsIn(cell) : [];
  const plain = key === 'email' ? addressIn(email) : key === 'link' ? webAddressIn(cell) : text;
  const read = ContactInput.shape[key].safeParse(plain);
  const areEmails = others.every(
    (other) => ContactInput.shape.email.safeParse(addressIn(other)).success,
  );
  if (!read.success || !areEmails) return { reason: NOT_VALID[key] };
  return { value: read.data ?? null, ...(others.length && { others }) };
}

/** A contact has one address: the others go to the note where it has none. */
function keepOtherEmails(
  row: FileRow,
  values: Record<string, FieldValue>,
  others: string[],
  skippedCells: CellProblem[],
): void {
  const note = `Other email addresses: ${others.join(', ')}`;
  if (!values.contactNote && ContactInput.shape.note.safeParse(note).success)
    values.contactNote = note;
  else skippedCells.push(problemAt(row, 'contactEmail', SEVERAL_EMAILS));
}

const SEVERAL_EMAILS = 'has several addresses, of which only the first one is imported';

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
