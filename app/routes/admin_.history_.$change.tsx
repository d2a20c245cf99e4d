import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getChange } from '~/domain/timeline/list.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import styles from '~/styles/changes.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { PersonName, WholeChange } from '~/ui/history/change';
import { loadWholeChangeView } from '~/ui/history/change-view.server';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Change');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const change = await getChange(viewer, parseId(params.change));
  return {
    figures: await getAdminStats(viewer),
    change: await loadWholeChangeView(viewer, change, readLocale(request)),
  };
}

export default function ChangePage() {
  const { figures, change } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Change" figures={figures}>
      <p className="mb-3">
        <BackLink to="/admin/history">History</BackLink>
      </p>
      <h2 className="break-words">
        <PersonName {...change.about} />
      </h2>
      <section className="section">
        <WholeChange change={change} />
      </section>
    </AdminPage>
  );
}
