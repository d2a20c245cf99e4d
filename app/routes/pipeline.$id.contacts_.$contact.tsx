import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { ContactForm } from '~/components/deal/contact-form';
import { EditPart } from '~/components/deal/edit-part';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { changeContact, CONTACTS, getContact } from '~/models/contact/contacts.server';
import { CONTACT_FORM, CONTACT_KEYS, ContactInput } from '~/models/contact/schema';
import { seenOf } from '~/models/pipeline/deal-rows.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { pick, recordOf } from '~/models/record';
import { changePart } from '~/web/forms/part.server';
import { readId, safePath } from '~/web/forms/request.server';

export const meta = titled('Edit contact');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  const contact = await getContact(viewer, deal.id, readId(params.contact));
  const { ceoName, cooName, cfoName, companyName: company } = deal;
  return {
    company,
    back: safePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${deal.id}`,
    action: `/pipeline/${deal.id}/contacts/${contact.id}`,
    names: [ceoName, cooName, cfoName].filter((name) => name !== null),
    values: pick(contact, CONTACT_KEYS),
    seen: seenOf(CONTACTS, contact),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = { rows: CONTACTS, fields: CONTACT_FORM, schema: ContactInput };
  return changePart(args, form, {
    get: getContact,
    change: (viewer, { pipelineId, id }, typed, { seen }) => {
      const texts = recordOf(CONTACT_KEYS, (key) => typed[key] ?? null);
      return changeContact(viewer, pipelineId, id, { ...texts, name: typed.name }, seen);
    },
  });
}

export default function EditContact() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditPart title={`${form.values.name}, ${company}`} noun="contact" back={form.back}>
      <ContactForm {...form} reply={useReply<typeof action>()} />
    </EditPart>
  );
}
