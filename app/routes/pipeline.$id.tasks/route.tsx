import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { TaskList } from '~/ui/task/task-list';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Tasks', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function TasksPage() {
  const { company, view, page, pages } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const address = `/pipeline/${view.dealId}/tasks`;
  return (
    <SectionPage company={company} dealId={view.dealId} id="tasks" title="Tasks">
      <TaskList {...view} back={address} reply={reply}>
        <SectionPager address={address} noun="tasks" page={page} pages={pages} />
      </TaskList>
    </SectionPage>
  );
}
