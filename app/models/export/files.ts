import type { StoredFile } from '#db/schema';
import type { Column } from '~/models/workbook';

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
