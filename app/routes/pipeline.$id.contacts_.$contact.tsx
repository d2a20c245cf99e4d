import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { updateContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { CONTACT_FORM_FIELDS, CONTACT_KEYS, ContactInput } from '~/domain/contact/schema';
import { getDeal } from '~/domain/deal/get.server';
import { getRecordVersion } from '~/domain/deal/record.server';
import { buildRecord, pick } from '~/domain/record';
import { createEditRecordAction } from '~/http/forms/deal-record.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { ContactForm } from '~/ui/contact/contact-form';
import { EditRecordPage } from '~/ui/deal/edit-record-page';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Edit contact');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const contact = await getContact(viewer, deal.id, parseId(params.contact));
  const { ceoName, cooName, cfoName, companyName: company } = deal;
  return {
    company,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? `/pipeline/${deal.id}`,
    action: `/pipeline/${deal.id}/contacts/${contact.id}`,
    names: [ceoName, cooName, cfoName].filter((name) => name !== null),
    values: pick(contact, CONTACT_KEYS),
    seen: getRecordVersion(CONTACT_RECORDS, contact),
  };
}

export const action = createEditRecordAction({
  rows: CONTACT_RECORDS,
  fields: CONTACT_FORM_FIELDS,
  schema: ContactInput,
  get: getContact,
  change(viewer, { pipelineId, id }, typed, { seen }) {
    const texts = buildRecord(CONTACT_KEYS, (key) => typed[key] ?? null);
    return updateContact(viewer, pipelineId, id, { ...texts, name: typed.name, seen });
  },
});

export default function EditContact() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditRecordPage title={`${form.values.name}, ${company}`} noun="contact" back={form.back}>
      <ContactForm {...form} reply={useReply<typeof action>()} />
    </EditRecordPage>
  );
}
