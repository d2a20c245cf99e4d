import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { DealPage } from '~/components/deal/deal-page';
import { threadView } from '~/models/note/list.server';
import { openMentions } from '~/models/note/mention.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { contactsView } from '~/screens/deal/contacts.server';
import { dealView } from '~/screens/deal/deal.server';
import { filesView } from '~/screens/deal/files.server';
import { tasksView } from '~/screens/deal/tasks.server';
import { readId } from '~/web/forms/request.server';
import { readLocale } from '~/web/session/appearance.server';
import { returnPath } from '~/web/forms/list-address.server';
import styles from '~/styles/deal.css?url';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('', ({ deal }) => deal.companyName);

export { shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const seen = await getPipeline(viewer, readId(params.id));
  const { id } = seen;
  const locale = readLocale(request);
  const deal = await dealView(viewer, seen, locale);
  const notes = await threadView(viewer, seen, locale);
  const contacts = await contactsView(viewer, seen);
  const tasks = await tasksView(viewer, id, locale);
  const files = await filesView(viewer, id, locale);
  if (request.method === 'GET') await openMentions(viewer, id);
  return { deal, notes, contacts, tasks, files, back: returnPath(request, viewer, id) };
}

export default function Deal() {
  return (
    <Frame>
      <DealPage {...useLoaderData<typeof loader>()} />
    </Frame>
  );
}
