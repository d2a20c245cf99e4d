import { useLoaderData } from '@remix-run/react';
import { ContactList } from '~/ui/contact/contact-list';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta<typeof loader>('Contacts', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function ContactsPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const address = `/pipeline/${view.dealId}/contacts`;
  return (
    <SectionPage company={company} dealId={view.dealId} id="contacts" title="Contacts">
      <ContactList {...view} back={address} reply={reply} isOpen>
        <SectionPager address={address} noun="contacts" page={page} pages={pages} />
      </ContactList>
    </SectionPage>
  );
}
