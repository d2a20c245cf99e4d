import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import {
  CustomFieldChanges,
  FIELD_FORM,
  FieldSectionInput,
  readFieldForm,
} from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { notFound, parseInput } from '~/errors';
import { readCustomFieldForm } from '~/http/forms/custom-field.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { requireAdmin } from '~/http/session/guards.server';
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

export const action = formAction({
  access: 'admin',
  fields: FIELD_FORM,
  async handler({ viewer, params, form }) {
    const sent = readCustomFieldForm(form);
    const changes = parseInput(CustomFieldChanges, readFieldForm(sent));
    const place = parseInput(FieldSectionInput, { section: sent.section || undefined });
    const { name } = await updateCustomField(viewer, params.key!, { ...changes, ...place });
    return { redirectTo: '/admin/fields', toast: { title: 'Success', text: `${name} saved` } };
  },
  onError: (error, { form }) => replyWithSentForm(readCustomFieldForm(form), error),
});

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
          <CustomFieldForm field={field} reply={reply}>
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
