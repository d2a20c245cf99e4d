import { holdsContacts } from './contacts';
import { holdsNotes } from './notes';

/** What a sheet of an export holds that an import leaves alone (rules 18.16 and 25.6). */
export function leftAlone(headers: string[]): 'notes' | 'contacts' | undefined {
  if (holdsNotes(headers)) return 'notes';
  return holdsContacts(headers) ? 'contacts' : undefined;
}
