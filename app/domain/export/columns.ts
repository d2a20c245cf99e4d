import type { Attachment, Contact, Task } from '#db/schema';
import { toDayCell } from './cells';
import type { SheetColumn } from './sheet';

interface DealName {
  companyName: string;
}

export const COMPANY_COLUMN: SheetColumn<DealName> = {
  header: 'Company name',
  width: 28,
  value: ({ companyName }) => companyName,
};

export const ATTACHMENT_COLUMNS: SheetColumn<
  DealName & { file: Attachment; email: string | null }
>[] = [
  COMPANY_COLUMN,
  { header: 'File', width: 40, value: ({ file }) => file.name },
  { header: 'Bytes', width: 14, format: '#,##0', value: ({ file }) => file.size },
  { header: 'Type', width: 28, value: ({ file }) => file.type },
  { header: 'Added by', width: 28, value: ({ email }) => email },
  { header: 'SHA-256', width: 28, value: ({ file }) => file.sha256 },
];

export const CONTACT_COLUMNS: SheetColumn<DealName & { contact: Contact }>[] = [
  COMPANY_COLUMN,
  { header: 'Contact', width: 24, value: ({ contact }) => contact.name },
  { header: 'Role', width: 20, value: ({ contact }) => contact.role },
  { header: 'Email', width: 28, value: ({ contact }) => contact.email },
  { header: 'Phone', width: 18, value: ({ contact }) => contact.phone },
  { header: 'Link', width: 28, value: ({ contact }) => contact.link },
  { header: 'Note', width: 40, value: ({ contact }) => contact.note },
];

export const TASK_COLUMNS: SheetColumn<DealName & { task: Task }>[] = [
  COMPANY_COLUMN,
  { header: 'Task', width: 40, value: ({ task }) => task.title },
  { header: 'Person', width: 28, value: ({ task }) => task.person },
  {
    header: 'Day',
    width: 12,
    format: 'yyyy-mm-dd',
    value: ({ task }) => task.dueOn && toDayCell(task.dueOn),
  },
  { header: 'Time', width: 8, value: ({ task }) => task.dueAt },
  { header: 'Done', width: 8, value: ({ task }) => (task.done ? 'yes' : 'no') },
];

export const NOTE_HEADERS = { at: 'Date', author: 'Author', text: 'Note', edited: 'Edited' };

export const ROUND_HEADERS = {
  opened: 'Round opened',
  closed: 'Round closed',
  evaluator: 'Evaluator',
  submitted: 'Submitted',
  vote: 'Vote',
  reason: 'Reason',
};

const pickRoundHeaders = (...keys: (keyof typeof ROUND_HEADERS)[]) =>
  keys.map((key) => ROUND_HEADERS[key]);
/**
 * Headers that every version has exported: workbooks from before a column was added lack its header.
 * Contacts need all of theirs, since a list of deals may have most of them.
 */
const REFERENCE_SHEETS = {
  notes: [COMPANY_COLUMN.header, NOTE_HEADERS.at, NOTE_HEADERS.author, NOTE_HEADERS.text],
  contacts: [COMPANY_COLUMN.header, 'Contact', 'Role', 'Email', 'Phone', 'Link', 'Note'],
  tasks: [COMPANY_COLUMN.header, 'Task', 'Person', 'Day', 'Done'],
  files: [COMPANY_COLUMN.header, 'File', 'Bytes', 'SHA-256'],
  scorecards: [COMPANY_COLUMN.header, ...pickRoundHeaders('opened', 'evaluator', 'submitted')],
  votes: [COMPANY_COLUMN.header, ...pickRoundHeaders('opened', 'evaluator', 'vote')],
};
export type ReferenceSheetKind = keyof typeof REFERENCE_SHEETS;

/** Returns the kind of an exported sheet that imports skip (rules 18.16, 25.6, 25.15, 26.8 and 32.8). */
export function findReferenceSheetKind(headers: string[]): ReferenceSheetKind | undefined {
  const kinds = Object.keys(REFERENCE_SHEETS) as ReferenceSheetKind[];
  return kinds.find((kind) => REFERENCE_SHEETS[kind].every((header) => headers.includes(header)));
}
