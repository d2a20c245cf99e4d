import type { Attachment, Contact, Task } from '#db/schema';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { toDayCell } from './cells';
import type { SheetColumn } from './sheet';

interface DealName {
  companyName: string;
}

export const COMPANY_COLUMN: SheetColumn<DealName> = {
  header: 'Company name',
  width: 28,
  getCell: ({ companyName }) => companyName,
};

export const ATTACHMENT_COLUMNS: SheetColumn<
  DealName & { file: Attachment; email: string | null }
>[] = [
  COMPANY_COLUMN,
  { header: 'File', width: 40, getCell: ({ file }) => file.name },
  { header: 'Bytes', width: 14, format: '#,##0', getCell: ({ file }) => file.size },
  { header: 'Type', width: 28, getCell: ({ file }) => file.type },
  { header: 'Added by', width: 28, getCell: ({ email }) => email },
  { header: 'SHA-256', width: 28, getCell: ({ file }) => file.sha256 },
];

export const CONTACT_COLUMNS: SheetColumn<DealName & { contact: Contact }>[] = [
  COMPANY_COLUMN,
  { header: 'Contact', width: 24, getCell: ({ contact }) => contact.name },
  { header: 'Role', width: 20, getCell: ({ contact }) => contact.role },
  { header: 'Email', width: 28, getCell: ({ contact }) => contact.email },
  { header: 'Phone', width: 18, getCell: ({ contact }) => contact.phone },
  { header: 'Link', width: 28, getCell: ({ contact }) => contact.link },
  { header: 'Note', width: 40, getCell: ({ contact }) => contact.note },
];

export const TASK_COLUMNS: SheetColumn<DealName & { task: Task }>[] = [
  COMPANY_COLUMN,
  { header: 'Task', width: 40, getCell: ({ task }) => task.title },
  { header: 'Person', width: 28, getCell: ({ task }) => task.person },
  {
    header: 'Day',
    width: 12,
    format: 'yyyy-mm-dd',
    getCell: ({ task }) => task.dueOn && toDayCell(task.dueOn),
  },
  { header: 'Time', width: 8, getCell: ({ task }) => task.dueAt },
  { header: 'Done', width: 8, getCell: ({ task }) => (task.done ? 'yes' : 'no') },
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

interface ReferenceSheet {
  /** Headers that every version has exported. */
  required: string[];
  /** Further headers, which workbooks from before a column was added lack. */
  optional: string[];
}

const listHeaders = (columns: { header: string }[]) => columns.map(({ header }) => header);

const EVALUATOR_HEADERS = [ROUND_HEADERS.opened, ROUND_HEADERS.evaluator];

/** Contacts need all of their headers, since a list of deals may have most of them. */
const REFERENCE_SHEETS = {
  notes: {
    required: [COMPANY_COLUMN.header, NOTE_HEADERS.at, NOTE_HEADERS.author, NOTE_HEADERS.text],
    optional: [NOTE_HEADERS.edited],
  },
  contacts: {
    required: [COMPANY_COLUMN.header, 'Contact', 'Role', 'Email', 'Phone', 'Link', 'Note'],
    optional: listHeaders(CONTACT_COLUMNS),
  },
  tasks: {
    required: [COMPANY_COLUMN.header, 'Task', 'Person', 'Day', 'Done'],
    optional: listHeaders(TASK_COLUMNS),
  },
  files: {
    required: [COMPANY_COLUMN.header, 'File', 'Bytes', 'SHA-256'],
    optional: listHeaders(ATTACHMENT_COLUMNS),
  },
  scorecards: {
    required: [COMPANY_COLUMN.header, ...EVALUATOR_HEADERS, ROUND_HEADERS.submitted],
    optional: [
      [ROUND_HEADERS.closed, 'Email', 'Corrected'],
      CRITERIA.map(({ label }) => label),
      CATEGORIES.map(({ title }) => `${title} notes`),
    ].flat(),
  },
  votes: {
    required: [COMPANY_COLUMN.header, ...EVALUATOR_HEADERS, ROUND_HEADERS.vote],
    optional: [ROUND_HEADERS.closed, 'Email', ROUND_HEADERS.reason],
  },
} satisfies Record<string, ReferenceSheet>;
export type ReferenceSheetKind = keyof typeof REFERENCE_SHEETS;

/** Name that an import gives to a column without header. */
const UNNAMED_COLUMN = /^Column [A-Z]{1,3}$/;

/** Returns the kind of an exported sheet that imports skip (rules 18.16, 25.6, 25.15, 26.8 and 32.8). */
export function findReferenceSheetKind(headers: string[]): ReferenceSheetKind | undefined {
  const named = headers.filter((header) => !UNNAMED_COLUMN.test(header));
  const kinds = Object.keys(REFERENCE_SHEETS) as ReferenceSheetKind[];
  return kinds.find((kind) => {
    const { required, optional }: ReferenceSheet = REFERENCE_SHEETS[kind];
    const known = new Set([required, optional].flat());
    return (
      required.every((header) => named.includes(header)) &&
      named.every((header) => known.has(header))
    );
  });
}
