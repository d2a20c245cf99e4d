import { holdsContacts } from './contacts';
import { holdsFiles } from './files';
import { holdsNotes } from './notes';

/** What a sheet of an export holds that an import leaves alone (rules 18.16, 25.6 and 26.8). */
export function leftAlone(headers: string[]): 'notes' | 'contacts' | 'files' | undefined {
  if (holdsNotes(headers)) return 'notes';
  if (holdsContacts(headers)) return 'contacts';
  return holdsFiles(headers) ? 'files' : undefined;
}
