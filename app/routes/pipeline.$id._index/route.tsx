import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getDeal } from '~/domain/deal/get.server';
import { getNotesPage } from '~/domain/note/thread.server';
import { markMentionsAsRead } from '~/domain/note/unread-mentions.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/deal.css?url';
import { loadAttachmentsView } from '~/ui/attachment/attachment-view.server';
import { loadContactsView } from '~/ui/contact/contact-view.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { toNotesView } from '~/ui/note/note-view.server';
import { loadTasksView } from '~/ui/task/task-view.server';
import { DealPage } from './deal-page';
import { loadDealView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('', ({ deal }) => deal.companyName);

export { shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const seen = await getDeal(viewer, parseId(params.id));
  const { id } = seen;
  const locale = readLocale(request);
  const deal = await loadDealView(viewer, seen, locale);
  const notes = toNotesView(await getNotesPage(viewer, seen), locale);
  const contacts = await loadContactsView(viewer, seen);
  const tasks = await loadTasksView(viewer, id, locale);
  const files = await loadAttachmentsView(viewer, id, locale);
  if (request.method === 'GET') await markMentionsAsRead(viewer, id);
  return { deal, notes, contacts, tasks, files, back: getReturnPath(request, viewer, id) };
}

export default function DealRoute() {
  return (
    <AppLayout>
      <DealPage {...useLoaderData<typeof loader>()} />
    </AppLayout>
  );
}
