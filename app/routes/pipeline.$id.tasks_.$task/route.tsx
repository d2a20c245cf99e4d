import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { EditRecordPage } from '~/ui/deal/edit-record-page';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { TaskForm as TaskFields } from '~/ui/task/task-form';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Edit task');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function EditTask() {
  const { company, ...form } = useLoaderData<typeof loader>();
  return (
    <EditRecordPage company={company} title="Edit task" noun="task" back={form.back}>
      <TaskFields {...form} reply={useReply<typeof action>()} />
    </EditRecordPage>
  );
}
