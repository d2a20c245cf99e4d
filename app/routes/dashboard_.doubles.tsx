import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/compared.css?url';
import { DuplicatesList, getDuplicatesTitle } from '~/ui/duplicates/duplicates-list';
import { loadDuplicatesPage } from '~/ui/duplicates/duplicates-view.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Duplicates');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadDuplicatesPage(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Duplicates() {
  const data = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <h1 className="mb-2 wrap-anywhere">{getDuplicatesTitle(data)}</h1>
      <DuplicatesList {...data} />
    </AppLayout>
  );
}
