import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { CustomFields } from './custom-fields';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Fields');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function Fields() {
  const { figures, fields } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AdminPage title="Fields" figures={figures}>
      <p className="mb-3 text-ink-muted">Fields that your fund adds to every deal.</p>
      <CustomFields fields={fields} reply={reply} />
    </AdminPage>
  );
}
