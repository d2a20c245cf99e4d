import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { CustomFieldChanges, FieldSectionInput, readFieldForm } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { notFound, parseInput } from '~/errors';
import { readCustomFieldForm } from '~/http/forms/custom-field.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { requireAdmin } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import styles from '~/styles/forms.css?url';
import { CustomFieldForm } from '~/ui/custom-field/field-form';
import { useReply } from '~/ui/form/client-action';
import { useRetry } from '~/ui/form/retry';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Edit field');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const field = (await listCustomFields()).find(({ key }) => key === params.key);
  if (!field) throw notFound('There is no such field.');
  return createCustomFieldView(field);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const sent = await readCustomFieldForm(request);
  const { value, refused } = await catchDomainError(async () => {
    const changes = parseInput(CustomFieldChanges, readFieldForm(sent));
    const place = parseInput(FieldSectionInput, { section: sent.section || undefined });
    return updateCustomField(viewer, params.key!, { ...changes, ...place });
  });
  if (refused) return replyWithSentForm(sent, refused);
  return redirectWithToast('/admin/fields', makeToast('Success', `${value.name} saved`));
}

export default function EditField() {
  const field = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { onSubmit, notice } = useRetry('Failed to save the field');
  return (
    <AppLayout>
      <div className="card mx-auto mt-8 max-w-3xl p-6 wrap-anywhere">
        <h1 className="mb-4 break-words">Edit {field.name}</h1>
        {notice}
        <Form method="post" action={useSubmitAddress()} onSubmit={onSubmit}>
          <CustomFieldForm field={field} refused={reply}>
            <button className="btn btn-primary">Save</button>
            <Link to="/admin/fields" className="btn">
              Cancel
            </Link>
          </CustomFieldForm>
        </Form>
      </div>
    </AppLayout>
  );
}
