import type { Contact, StoredFile, Task } from '#db/schema';
import type { Column } from '~/models/workbook';
import { dayCell } from './cells';

interface ExportedFile {
  file: StoredFile;
  companyName: string;
  email: string | null;
}

/** The columns of files in an export; a file that comes back is known by them. */
export const fileColumns: Column<ExportedFile>[] = [
  { header: 'Company name', width: 28, value: ({ companyName }) => companyName },
  { header: 'File', width: 40, value: ({ file }) => file.name },
  { header: 'Bytes', width: 14, format: '#,##0', value: ({ file }) => file.size },
  { header: 'Type', width: 28, value: ({ file }) => file.type },
  { header: 'Added by', width: 28, value: ({ email }) => email },
  { header: 'SHA-256', width: 28, value: ({ file }) => file.sha256 },
];

interface ExportedContact {
  contact: Contact;
  companyName: string;
}

const column = (
  header: string,
  width: number,
  key: 'name' | 'role' | 'email' | 'phone' | 'link' | 'note',
): Column<ExportedContact> => ({ header, width, value: ({ contact }) => contact[key] });

/** The columns of contacts in an export; a file that comes back is known by them. */
export const contactColumns: Column<ExportedContact>[] = [
  { header: 'Company name', width: 28, value: ({ companyName }) => companyName },
  column('Contact', 24, 'name'),
  column('Role', 20, 'role'),
  column('Email', 28, 'email'),
  column('Phone', 18, 'phone'),
  column('Link', 28, 'link'),
  column('Note', 40, 'note'),
];

interface ExportedTask {
  task: Task;
  companyName: string;
}

/** The columns of tasks in an export; a file that comes back is known by them. */
export const taskColumns: Column<ExportedTask>[] = [
  { header: 'Company name', width: 28, value: ({ companyName }) => companyName },
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

/** The columns of notes in an export; a file that comes back is known by them. */
export const NOTE_HEADERS = {
  company: 'Company name',
  at: 'Date',
  author: 'Author',
  text: 'Note',
  edited: 'Edited',
} as const;

const { company, at, author, text } = NOTE_HEADERS;

/** Whether a sheet of a file to import holds the notes of an export. */
export function holdsNotes(headers: string[]): boolean {
  return [company, at, author, text].every((header) => headers.includes(header));
}
