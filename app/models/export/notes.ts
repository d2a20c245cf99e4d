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
