import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireAdmin } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { styledBy, titled } from '~/components/frame/head';
import { PersonName, WholeChange } from '~/components/history/timeline';
import { getChange } from '~/models/timeline/list.server';
import { wholeChangeView } from '~/screens/timeline/change.server';
import { adminStats } from '~/models/user/list.server';
import { readId } from '~/web/forms/request.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/changes.css?url';

export const links = styledBy(styles);

export const meta = titled('Change');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const change = await getChange(viewer, readId(params.change));
  return {
    figures: await adminStats(viewer),
    change: await wholeChangeView(viewer, change, readLocale(request)),
  };
}

export default function ChangePage() {
  const { figures, change } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Change" figures={figures}>
      <p className="mb-3">
        <Link to="/admin/history" className="link">
          History
        </Link>
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
