import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { ContactForm } from '~/components/deal/contact-form';
import { DeletePart } from '~/components/deal/delete-part';
import type { PartReply } from '~/components/deal/part-form';
import { useReply } from '~/components/forms/unsent';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import {
  changeContact,
  contactSeen,
  deleteContact,
  getContact,
} from '~/models/contact/contacts.server';
import { CONTACT_FORM, CONTACT_KEYS, ContactInput } from '~/models/contact/schema';
import { getPipeline } from '~/models/pipeline/write.server';
import { pick, recordOf } from '~/models/record';
import { deleteSentLateForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { refusedReply } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

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
    seen: contactSeen(contact),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const pipelineId = readId(params.id);
  const id = readId(params.contact);
  await getContact(viewer, pipelineId, id);
  const form = await readForm(request, CONTACT_FORM);
  const back = `${safePath(form.get('back')) ?? `/pipeline/${pipelineId}`}#contacts`;
  if (form.get('intent') === 'delete') {
    const undo = await deleteContact(viewer, pipelineId, id);
    return redirectWithToast(back, { ...makeToast('Success', 'Contact deleted'), undo });
  }
  const submission = parseWithZod(form, { schema: ContactInput });
  if (submission.status !== 'success') return data<PartReply>({ result: submission.reply() }, 400);
  const { value } = submission;
  const changes = { ...recordOf(CONTACT_KEYS, (key) => value[key] ?? null), name: value.name };
  const { refused } = await attempt(() =>
    changeContact(viewer, pipelineId, id, changes, form.get('seen') ?? undefined),
  );
  if (refused) {
    const seen = contactSeen(await getContact(viewer, pipelineId, id));
    return data<PartReply>({ result: refusedReply(submission, refused, []), seen }, refused.status);
  }
  await deleteSentLateForm(request, viewer);
  return redirectWithToast(back, makeToast('Success', 'Contact saved'));
}

export default function EditContact() {
  const { company, ...form } = useLoaderData<typeof loader>();
  const sent = useReply<typeof action>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] grid-cols-1 gap-4 break-words text-text">
        <h1>{`${form.values.name}, ${company}`}</h1>
        <div className="card">
          <ContactForm {...form} reply={sent} />
        </div>
        <DeletePart noun="contact" back={form.back} />
      </div>
    </Frame>
  );
}
