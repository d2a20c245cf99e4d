import type { Contact, StoredFile, Task } from '#db/schema';
import type { Column } from '~/models/workbook';
import { dayCell } from './cells';

/** The columns of an export beside those of its deals. */

interface OfDeal {
  companyName: string;
}

export const COMPANY: Column<OfDeal> = {
  header: 'Company name',
  width: 28,
  value: ({ companyName }) => companyName,
};

export const fileColumns: Column<OfDeal & { file: StoredFile; email: string | null }>[] = [
  COMPANY,
  { header: 'File', width: 40, value: ({ file }) => file.name },
  { header: 'Bytes', width: 14, format: '#,##0', value: ({ file }) => file.size },
  { header: 'Type', width: 28, value: ({ file }) => file.type },
  { header: 'Added by', width: 28, value: ({ email }) => email },
  { header: 'SHA-256', width: 28, value: ({ file }) => file.sha256 },
];

export const contactColumns: Column<OfDeal & { contact: Contact }>[] = [
  COMPANY,
  { header: 'Contact', width: 24, value: ({ contact }) => contact.name },
  { header: 'Role', width: 20, value: ({ contact }) => contact.role },
  { header: 'Email', width: 28, value: ({ contact }) => contact.email },
  { header: 'Phone', width: 18, value: ({ contact }) => contact.phone },
  { header: 'Link', width: 28, value: ({ contact }) => contact.link },
  { header: 'Note', width: 40, value: ({ contact }) => contact.note },
];

export const taskColumns: Column<OfDeal & { task: Task }>[] = [
  COMPANY,
  { header: 'Task', width: 40, value: ({ task }) => task.title },
  { header: 'Person', width: 28, value: ({ task }) => task.person },
  {
    header: 'Day',
    width: 12,
    format: 'yyyy-mm-dd',
    value: ({ task }) => task.dueOn && dayCell(task.dueOn),
  },
  { header: 'Time', width: 8, value: ({ task }) => task.dueAt },
  { header: 'Done', width: 8, value: ({ task }) => (task.done ? 'yes' : 'no') },
];

export const NOTE_HEADERS = { at: 'Date', author: 'Author', text: 'Note', edited: 'Edited' };

const headersOf = (columns: { header: string }[]) => columns.map(({ header }) => header);
const LEFT_ALONE = {
  notes: [COMPANY.header, NOTE_HEADERS.at, NOTE_HEADERS.author, NOTE_HEADERS.text],
  contacts: headersOf(contactColumns),
  tasks: headersOf(taskColumns),
  files: headersOf(fileColumns),
};
export type LeftAlone = keyof typeof LEFT_ALONE;

/** What a sheet of an export holds that an import leaves alone (rules 18.16, 25.6, 25.15 and 26.8). */
export function leftAlone(headers: string[]): LeftAlone | undefined {
  const kinds = Object.keys(LEFT_ALONE) as LeftAlone[];
  return kinds.find((kind) => LEFT_ALONE[kind].every((header) => headers.includes(header)));
}
