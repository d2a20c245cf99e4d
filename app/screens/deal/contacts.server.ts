import { normalized } from '#db/fold';
import type { Contact } from '#db/schema';
import type { Viewer } from '~/models/access';
import { countContacts, listContacts } from '~/models/contact/contacts.server';
import type { SeenDeal } from '~/models/pipeline/write.server';

/** Contacts that the deal's page shows; another page has all. */
const SHOWN_CONTACTS = 8;

/** The first contacts of a deal, and the names that are offered for another. */
export async function contactsView(viewer: Viewer, deal: SeenDeal, limit = SHOWN_CONTACTS) {
  const { id, ceoName, cooName, cfoName } = deal;
  const contacts = await listContacts(viewer, id, { limit, offset: 0 });
  const known = new Set(contacts.map(({ name }) => name));
  return {
    pipelineId: id,
    contacts: contacts.map(contactView),
    total: await countContacts(id),
    names: [ceoName, cooName, cfoName].filter(
      (name) => name !== null && !known.has(name),
    ) as string[],
  };
}
export type ContactsView = Awaited<ReturnType<typeof contactsView>>;

function contactView({ searchText: _, pipelineId: __, ...contact }: Contact) {
  return { ...contact, dial: dialled(contact.phone) };
}

/** The number as a link has it; undefined for a text without one. */
function dialled(phone: string | null): string | undefined {
  const number = phone && normalized(phone, 'NFKC').replace(/\(0\)|[^\d+*#]/g, '');
  return number && /\d/.test(number) ? number : undefined;
}
