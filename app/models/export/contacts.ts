import type { Contact } from '#db/schema';
import type { Column } from '~/models/workbook';

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
