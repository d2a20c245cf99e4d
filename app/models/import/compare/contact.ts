import { folded } from '#db/fold';
import type { CellProblem, Contact, FieldValue } from '#db/schema';
import { CONTACT_FIELDS, contactKey } from '~/models/contact/import-fields';
import { type CONTACT_KEYS, ContactInput } from '~/models/contact/schema';
import { cellText } from '~/models/import/cell';
import { cellOf, type FileRow, problemAt } from './file-row';
import { saysNothing } from './values';

/** The contact that a row may have beside its deal (rule 25.16). */

type Key = (typeof CONTACT_KEYS)[number];

interface ReadContact {
  /** By the fields of an import; empty where the row has no contact. */
  values: Record<string, FieldValue>;
  problems: CellProblem[];
  note?: string;
}

const NO_NAME = 'The contact is left out: it has neither a name nor an email';

const NOT_VALID: Record<Key, string> = {
  name: 'is too long, or contains a control character',
  role: 'is too long, or contains a control character',
  email: 'is not an email address',
  phone: 'is too long, or contains a control character',
  link: 'is not an address that begins with http:// or https://',
  note: 'is too long, or contains a control character',
};

/** Who has no name of their own is called like the CEO, or by the email. */
export function readContact(row: FileRow): ReadContact {
  const values: ReadContact['values'] = {};
  const problems: CellProblem[] = [];
  for (const field of CONTACT_FIELDS) {
    const key = contactKey(field)!;
    const text = textOf(row, field);
    if (!text) continue;
    const read = ContactInput.shape[key].safeParse(key === 'email' ? addressIn(text) : text);
    if (!read.success) problems.push(problemAt(row, field, NOT_VALID[key]));
    else values[field] = read.data ?? null;
  }
  if (values.contactName || !Object.keys(values).length) return { values, problems };
  const contactName = [textOf(row, 'ceoName'), values.contactEmail].find(
    (name) => name && ContactInput.shape.name.safeParse(name).success,
  );
  if (!contactName) return { values: {}, problems, note: NO_NAME };
  return { values: { contactName, ...values }, problems };
}

function textOf(row: FileRow, field: string): string {
  const text = cellText(cellOf(row, field)).trim();
  return saysNothing(text) ? '' : text;
}

/** 'Ada <ada@example.com>' and 'mailto:ada@example.com' as the address alone. */
function addressIn(text: string): string {
  return /<([^<>]+)>$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, '');
}

/** Who of these a row's contact is: by the email, else by the name. */
export function sameContact<C extends Pick<Contact, 'name' | 'email'>>(
  contacts: C[],
  { contactName, contactEmail }: ReadContact['values'],
): C | undefined {
  const isSame = (stored: string | null, value: FieldValue | undefined) =>
    typeof value === 'string' && stored !== null && folded(stored) === folded(value);
  return (
    contacts.find(({ email }) => isSame(email, contactEmail)) ??
    contacts.find(({ name }) => isSame(name, contactName))
  );
}
