import type { Viewer } from '~/domain/access';
import type { ContactDetails } from '~/domain/contact/details';
import { addContact } from '~/domain/contact/edit.server';
import { addNote } from '~/domain/note/create.server';

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
