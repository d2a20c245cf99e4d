import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Contacts } from '~/components/deal/contacts';
import { PartPage } from '~/components/deal/part-page';
import type { PartReply } from '~/components/deal/part-form';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { addContact } from '~/models/contact/contacts.server';
import { CONTACT_FORM, ContactInput, MOST_CONTACTS } from '~/models/contact/schema';
import { checkVisible, getPipeline } from '~/models/pipeline/write.server';
import { contactsView } from '~/screens/deal/contacts.server';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { submit } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled<typeof loader>('Contacts', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  return { company: deal.companyName, view: await contactsView(viewer, deal, MOST_CONTACTS) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  await checkVisible(viewer, id);
  const form = await readForm(request, CONTACT_FORM);
  const { refused } = await submit(form, ContactInput, (contact) =>
    addContact(viewer, id, contact, { once: true }),
  );
  if (refused) return data<PartReply>({ result: refused.reply }, refused.status);
  await deleteSentLateForm(request, viewer);
  const back = safePath(form.get('back')) ?? `/pipeline/${id}/contacts`;
  return redirectWithToast(`${back}#contacts`, makeToast('Success', 'Contact added'));
}

export default function ContactsPage() {
  const { company, view } = useLoaderData<typeof loader>();
  const sent = useReply<typeof action>();
  const address = `/pipeline/${view.pipelineId}/contacts`;
  return (
    <PartPage company={company} pipelineId={view.pipelineId} id="contacts" title="Contacts">
      <Contacts {...view} back={address} reply={sent} isOpen />
    </PartPage>
  );
}
