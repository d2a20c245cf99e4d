import type { Viewer } from '~/domain/access';
import type { ContactDetails } from '~/domain/contact/details';
import { addContact } from '~/domain/contact/edit.server';
import { addNote } from '~/domain/note/create.server';

/**
 * Adds the contact that came with a new deal, and a note with the website. A form sent twice adds
 * them once.
 */
export async function addContactDetails(
  viewer: Viewer,
  dealId: number,
  { website, contactName, contactEmail }: ContactDetails,
  submission: string | undefined,
): Promise<void> {
  if (contactName) {
    const contact = { name: contactName, email: contactEmail };
    await addContact(viewer, dealId, contact, { skipExisting: true });
  }
  if (website) await addNote(viewer, dealId, `Website: ${website}`, { submission });
}
