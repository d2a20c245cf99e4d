import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getDeal } from '~/domain/deal/get.server';
import { parsePage } from '~/domain/pagination';
import { addTask } from '~/domain/task/edit.server';
import { TASK_RECORDS } from '~/domain/task/list.server';
import { TASK_FORM_FIELDS, TaskFormInput } from '~/domain/task/schema';
import { createAddRecordAction } from '~/http/forms/deal-record.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { SectionPage, SectionPager } from '~/ui/deal/section-page';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { TaskList } from '~/ui/task/task-list';
import { tasksPage } from '~/ui/task/task-view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Tasks', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getDeal(viewer, parseId(params.id));
  const { page } = parsePage(new URL(request.url).searchParams);
  const view = await tasksPage(viewer, id, readLocale(request), page);
  return { company: companyName, ...view };
}

export const action = createAddRecordAction({
  rows: TASK_RECORDS,
  fields: TASK_FORM_FIELDS,
  schema: TaskFormInput,
  add: addTask,
});

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
