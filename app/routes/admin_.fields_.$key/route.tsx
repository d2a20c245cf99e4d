import { Form, Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { CustomFieldForm } from '~/ui/custom-field/field-form';
import { useReply } from '~/ui/form/client-action';
import { OpenedBy } from '~/ui/form/opened-by';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { TitledCard } from '~/ui/layout/titled-card';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Edit field');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function EditField() {
  const field = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const saved = useSavedSubmission();
  const { onSubmit, notice } = useRetry('Failed to save the field');
  return (
    <AppLayout>
      <TitledCard title={`Edit ${field.name}`}>
        {notice}
        <Form method="post" action={useSubmitAddress()} onSubmit={onSubmit}>
          <OpenedBy />
          <input type="hidden" name="seen" value={reply?.sent.seen ?? saved?.seen ?? field.seen} />
          <CustomFieldForm field={field} reply={reply}>
            <Link to="/admin/fields" className="btn">
              Cancel
            </Link>
            <button className="btn btn-primary ml-auto">Save</button>
          </CustomFieldForm>
        </Form>
      </TitledCard>
    </AppLayout>
  );
}
