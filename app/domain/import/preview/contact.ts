import { foldText } from '#db/fold';
import type { CellProblem, Contact, FieldValue } from '#db/schema';
import { CONTACT_IMPORT_FIELDS, getContactKey } from '~/domain/contact/import-fields';
import type { ContactKey } from '~/domain/contact/keys';
import { ContactInput } from '~/domain/contact/schema';
import { getCellText } from '~/domain/import/reading/cell';
import {
  extractEmail,
  extractEmailName,
  extractEmails,
  extractWebAddress,
} from '~/domain/import/values/addresses';
import { describeLostText, isPlaceholder } from '~/domain/import/values/cell-text';
import type { ParsedRow } from './comparison';
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

interface ParsedContact {
  values: Record<string, FieldValue>;
  skippedCells: CellProblem[];
  notes: string[];
}

/** Parses the contact of a row. `values` are empty if it names nobody. */
export function parseContact(row: FileRow): ParsedContact {
  const values: Record<string, FieldValue> = {};
  const skippedCells: CellProblem[] = [];
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
  if (otherEmails.length) {
    const note = formatOtherEmails(otherEmails);
    if (values.contactNote || !isValidDetail('note', note))
      skippedCells.push(createCellProblem(row, 'contactEmail', MULTIPLE_EMAILS));
    else values.contactNote = note;
  }
  if (values.contactName || !Object.keys(values).length) return { values, skippedCells, notes: [] };
  const [firstEmail = ''] = extractEmails(getCell(row, 'contactEmail'));
  const contactName = [
    extractEmailName(firstEmail),
    getText(row, 'ceoName'),
    values.contactEmail,
  ].find((name) => name && isValidDetail('name', name));
  return contactName
    ? { values: { contactName, ...values }, skippedCells, notes: [] }
    : { values: {}, skippedCells, notes: [NO_NAME] };
}

export function addContactProblems(parsed: ParsedRow, contact: ParsedContact): void {
  parsed.skippedCells.push(...contact.skippedCells);
  parsed.notes.push(...contact.notes);
}

function isValidDetail(key: ContactKey, value: FieldValue): boolean {
  return ContactInput.shape[key].safeParse(value).success;
}

type ParsedDetail = { value: string | null; others?: string[] } | { reason: string };

function parseDetail(row: FileRow, field: string, key: ContactKey): ParsedDetail | undefined {
  const text = getText(row, field);
  if (!text) return undefined;
  const lost = describeLostText(text);
  if (lost) return { reason: lost };
  if (key === 'phone' && CUT_NUMBER.test(text)) return { reason: NUMBER_CUT };
  const cell = getCell(row, field);
  const [email = '', ...others] = key === 'email' ? extractEmails(cell) : [];
  let plain = text;
  if (key === 'email') plain = extractEmail(email);
  if (key === 'link') plain = extractWebAddress(cell);
  const parsedDetail = ContactInput.shape[key].safeParse(plain);
  const areEmails = others.every((other) => isValidDetail('email', extractEmail(other)));
  if (!parsedDetail.success || !areEmails) return { reason: INVALID_REASONS[key] };
  return { value: parsedDetail.data ?? null, ...(others.length && { others }) };
}

/** Matches '4.91701E+11', as spreadsheets shorten a phone number that they take for a number. */
const CUT_NUMBER = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

const NUMBER_CUT = 'is a number whose last digits a spreadsheet has cut';

const formatOtherEmails = (emails: string[]) => `Other email addresses: ${emails.join(', ')}`;

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
