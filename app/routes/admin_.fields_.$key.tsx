import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { FieldForm } from '~/components/admin/field-form';
import { useReply, useResend, useSubmitAddress } from '~/components/forms/unsent';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { changeField } from '~/models/field/administer.server';
import { listFields } from '~/models/field/fields.server';
import { FieldChanges, FieldPlace, readFieldForm } from '~/models/field/schema';
import { fieldView } from '~/models/field/json';
import { notFound, parse } from '~/refusal';
import { readSentField } from '~/web/forms/fields.server';
import { refusedForm } from '~/web/forms/reply.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { requireAdmin } from '~/web/session/auth.server';

export const links = styledBy(styles);

export const meta = titled('Edit field');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const field = (await listFields()).find(({ key }) => key === params.key);
  if (!field) throw notFound('There is no such field.');
  return fieldView(field);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const sent = await readSentField(request);
  const { value, refused } = await attempt(async () => {
    const changes = parse(FieldChanges, readFieldForm(sent));
    const place = parse(FieldPlace, { section: sent.section || undefined });
    return changeField(viewer, params.key!, { ...changes, ...place });
  });
  if (refused) return refusedForm(sent, refused);
  return redirectWithToast('/admin/fields', makeToast('Success', `${value.name} saved`));
}

export default function EditField() {
  const field = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { onSubmit, notice } = useResend('Failed to save the field');
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-3xl p-6 wrap-anywhere">
        <h1 className="mb-4 break-words">Edit {field.name}</h1>
        {notice}
        <Form method="post" action={useSubmitAddress()} onSubmit={onSubmit}>
          <FieldForm field={field} refused={reply}>
            <button className="btn btn-primary">Save</button>
            <Link to="/admin/fields" className="btn">
              Cancel
            </Link>
          </FieldForm>
        </Form>
      </div>
    </Frame>
  );
}
