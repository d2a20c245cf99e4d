import { useLoaderData } from '@remix-run/react';
import { ContactForm } from '~/ui/contact/contact-form';
import { EditRecordPage } from '~/ui/deal/edit-record-page';
import { useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Edit contact');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function EditContact() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditRecordPage company={company} title={form.values.name} noun="contact" back={form.back}>
      <ContactForm {...form} reply={useReply<typeof action>()} />
    </EditRecordPage>
  );
}
