import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Contacts } from '~/components/deal/contacts';
import { PartPage } from '~/components/deal/part-page';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { addContact, CONTACTS } from '~/models/contact/contacts.server';
import { CONTACT_FORM, ContactInput, MOST_CONTACTS } from '~/models/contact/schema';
import { getPipeline } from '~/models/pipeline/write.server';
import { contactsView } from '~/screens/deal/contacts.server';
import { addPart } from '~/web/forms/part.server';
import { readId } from '~/web/forms/request.server';

export const meta = titled<typeof loader>('Contacts', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  return { company: deal.companyName, view: await contactsView(viewer, deal, MOST_CONTACTS) };
}

export async function action(args: ActionFunctionArgs) {
  const form = { rows: CONTACTS, fields: CONTACT_FORM, schema: ContactInput };
  return addPart(args, form, addContact);
}

export default function ContactsPage() {
  const { company, view } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const address = `/pipeline/${view.pipelineId}/contacts`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="contacts" title="Contacts">
      <Contacts {...view} back={address} reply={reply} isOpen />
    </PartPage>
  );
}
