import { normalizeText } from '#db/fold';
import type { Contact } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { countContacts, listContacts } from '~/domain/contact/list.server';
import type { ReadableDeal } from '~/domain/deal/get.server';
import type { Page } from '~/domain/pagination';

const MAX_SHOWN_CONTACTS = 8;
const CONTACTS_PER_PAGE = 100;

export async function loadContactsView(
  viewer: Viewer,
  deal: ReadableDeal,
  slice: Page = { limit: MAX_SHOWN_CONTACTS, offset: 0 },
) {
  const { id, canEdit, ceoName, cooName, cfoName } = deal;
  const contacts = await listContacts(viewer, id, slice);
  const known = new Set(contacts.map(({ name }) => name));
  return {
    dealId: id,
    canEdit,
    contacts: contacts.map(toContactView),
    total: await countContacts(id),
    names: [ceoName, cooName, cfoName].filter(
      (name) => name !== null && !known.has(name),
    ) as string[],
  };
}
export type ContactsView = Awaited<ReturnType<typeof loadContactsView>>;

export async function loadContactsPage(viewer: Viewer, deal: ReadableDeal, page: number) {
  const pages = Math.max(1, Math.ceil((await countContacts(deal.id)) / CONTACTS_PER_PAGE));
  const current = Math.min(page, pages);
  const offset = (current - 1) * CONTACTS_PER_PAGE;
  const view = await loadContactsView(viewer, deal, { limit: CONTACTS_PER_PAGE, offset });
  return { view, page: current, pages };
}

function toContactView({ searchText: _, dealId: __, ...contact }: Contact) {
  return { ...contact, dial: toDialableNumber(contact.phone) };
}

function toDialableNumber(phone: string | null): string | undefined {
  const number = phone && normalizeText(phone, 'NFKC').replace(/\(0\)|[^\d+*#]/g, '');
  return number && /\d/.test(number) ? number : undefined;
}
