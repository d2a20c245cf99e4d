import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import styles from '~/styles/compared.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { DuplicatesList, getDuplicatesTitle } from '~/ui/duplicates/duplicates-list';
import { loadDuplicatesPage } from '~/ui/duplicates/duplicates-view.server';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Duplicates');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  return {
    figures: await getAdminStats(viewer),
    ...(await loadDuplicatesPage(viewer, searchParams, readLocale(request))),
  };
}

export default function AllDuplicates() {
  const { figures, ...data } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={getDuplicatesTitle(data)} figures={figures}>
      <DuplicatesList {...data} />
    </AdminPage>
  );
}
