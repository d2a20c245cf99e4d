import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS } from '~/domain/contact/list.server';
import { CONTACT_FORM_FIELDS, ContactInput } from '~/domain/contact/schema';
import { getDeal } from '~/domain/deal/get.server';
import { parsePage } from '~/domain/pagination';
import { createAddRecordAction } from '~/http/forms/deal-record.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { ContactList } from '~/ui/contact/contact-list';
import { loadContactsPage } from '~/ui/contact/contact-view.server';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta<typeof loader>('Contacts', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const { page } = parsePage(new URL(request.url).searchParams);
  return { company: deal.companyName, ...(await loadContactsPage(viewer, deal, page)) };
}

export const action = createAddRecordAction({
  rows: CONTACT_RECORDS,
  fields: CONTACT_FORM_FIELDS,
  schema: ContactInput,
  add: addContact,
});

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
