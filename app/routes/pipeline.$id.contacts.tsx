import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Contacts } from '~/components/deal/contacts';
import { PartPage, PartPages } from '~/components/deal/part-page';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { addContact, CONTACTS } from '~/models/contact/contacts.server';
import { CONTACT_FORM, ContactInput } from '~/models/contact/schema';
import { readPage } from '~/models/page';
import { getPipeline } from '~/models/pipeline/write.server';
import { contactsPage } from '~/screens/deal/contacts.server';
import { addPart } from '~/web/forms/part.server';
import { readId } from '~/web/forms/request.server';

export const meta = titled<typeof loader>('Contacts', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  const { page } = readPage(new URL(request.url).searchParams);
  return { company: deal.companyName, ...(await contactsPage(viewer, deal, page)) };
}

export async function action(args: ActionFunctionArgs) {
  const form = { rows: CONTACTS, fields: CONTACT_FORM, schema: ContactInput };
  return addPart(args, form, addContact);
}

export default function ContactsPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const address = `/pipeline/${view.pipelineId}/contacts`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="contacts" title="Contacts">
      <Contacts {...view} back={address} reply={reply} isOpen>
        <PartPages address={address} noun="contacts" page={page} pages={pages} />
      </Contacts>
    </PartPage>
  );
}
