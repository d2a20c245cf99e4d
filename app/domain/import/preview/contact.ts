import { foldText } from '#db/fold';
import type { CellProblem, Contact, FieldValue } from '#db/schema';
import { CONTACT_IMPORT_FIELDS, getContactKey } from '~/domain/contact/import-fields';
import type { ContactKey } from '~/domain/contact/keys';
import { ContactInput } from '~/domain/contact/schema';
import { getCellText } from '~/domain/import/reading/cell';
import { extractEmail, extractEmails, extractWebAddress } from '~/domain/import/values/addresses';
import { isDecoded, isPlaceholder, NOT_DECODED } from '~/domain/import/values/cell-text';
import { createCellProblem, type FileRow, getCell } from './file-row';

const NO_NAME = 'The contact is skipped because it has neither a name nor an email';

const NOT_STORABLE = 'is too long, or contains a control character';
const INVALID_REASONS: Record<ContactKey, string> = {
  name: NOT_STORABLE,
  role: NOT_STORABLE,
  email: 'is not an email address',
  phone: NOT_STORABLE,
  link: 'is not an address that begins with http:// or https://',
  note: NOT_STORABLE,
};

export function parseContact(
  row: FileRow,
  { skippedCells, notes }: { skippedCells: CellProblem[]; notes: string[] },
): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  let otherEmails: string[] = [];
  for (const field of CONTACT_IMPORT_FIELDS) {
    const key = getContactKey(field)!;
    const parsedDetail = parseDetail(row, field, key);
    if (parsedDetail === undefined) continue;
    if ('reason' in parsedDetail) {
      skippedCells.push(createCellProblem(row, field, parsedDetail.reason));
      continue;
    }
    values[field] = parsedDetail.value;
    otherEmails = parsedDetail.others ?? otherEmails;
  }
  if (otherEmails.length) addOtherEmails(row, values, otherEmails, skippedCells);
  if (values.contactName || !Object.keys(values).length) return values;
  const contactName = [getText(row, 'ceoName'), values.contactEmail].find(
    (name) => name && ContactInput.shape.name.safeParse(name).success,
  );
  if (contactName) return { contactName, ...values };
  notes.push(NO_NAME);
  return {};
}

type ParsedDetail = { value: string | null; others?: string[] } | { reason: string };

function parseDetail(row: FileRow, field: string, key: ContactKey): ParsedDetail | undefined {
  const text = getText(row, field);
  if (!text) return undefined;
  if (!isDecoded(text)) return { reason: NOT_DECODED };
  const cell = getCell(row, field);
  const [email = '', ...others] = key === 'email' ? extractEmails(cell) : [];
  const plain =
    key === 'email' ? extractEmail(email) : key === 'link' ? extractWebAddress(cell) : text;
  const parsedDetail = ContactInput.shape[key].safeParse(plain);
  const areEmails = others.every(
    (other) => ContactInput.shape.email.safeParse(extractEmail(other)).success,
  );
  if (!parsedDetail.success || !areEmails) return { reason: INVALID_REASONS[key] };
  return { value: parsedDetail.data ?? null, ...(others.length && { others }) };
}

function addOtherEmails(
  row: FileRow,
  values: Record<string, FieldValue>,
  others: string[],
  skippedCells: CellProblem[],
): void {
  const note = `Other email addresses: ${others.join(', ')}`;
  if (!values.contactNote && ContactInput.shape.note.safeParse(note).success)
    values.contactNote = note;
  else skippedCells.push(createCellProblem(row, 'contactEmail', MULTIPLE_EMAILS));
}

const MULTIPLE_EMAILS = 'has several addresses, of which only the first one is imported';

function getText(row: FileRow, field: string): string {
  const text = getCellText(getCell(row, field)).trim();
  return isPlaceholder(text) ? '' : text;
}

export function findSameContact<C extends Pick<Contact, 'name' | 'email'>>(
  contacts: C[],
  { contactName, contactEmail }: Record<string, FieldValue>,
): C | undefined {
  const isSame = (stored: string | null, value: FieldValue | undefined) =>
    typeof value === 'string' && stored !== null && foldText(stored) === foldText(value);
  return (
    contacts.find(({ email }) => isSame(email, contactEmail)) ??
    contacts.find(({ name }) => isSame(name, contactName))
  );
}
