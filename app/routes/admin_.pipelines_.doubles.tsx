import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { ComparedDeals } from '~/components/admin/compared-deals';
import { DoublesTable } from '~/components/admin/doubles-table';
import { PRODUCT } from '~/components/frame/frame';
import { Pager } from '~/components/list/pager';
import { comparedView, doublesView, type DoublesView } from '~/screens/admin/doubles.server';
import { adminStats } from '~/models/user/list.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: `Duplicates · ${PRODUCT}` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const locale = readLocale(request);
  const key = searchParams.get('key');
  return {
    figures: await adminStats(viewer),
    compared: key ? await comparedView(viewer, key, locale) : undefined,
    doubles: key ? undefined : await doublesView(viewer, searchParams, locale),
  };
}

export default function Doubles() {
  const { figures, compared, doubles } = useLoaderData<typeof loader>();
  const [first] = compared?.deals ?? [];
  return (
    <AdminPage
      title={first ? `Duplicates of ${first.companyName}` : 'Duplicates'}
      figures={figures}
    >
      {compared && <ComparedDeals compared={compared} />}
      {doubles && <AllDoubles {...doubles} />}
    </AdminPage>
  );
}

function AllDoubles({ groups, pager }: DoublesView) {
  return (
    <>
      <p className="mb-3 text-ink-muted">
        Deals whose company has the same name, apart from case, punctuation, accents and legal form.{' '}
        <Link to="/admin/pipelines" className="link">
          All Pipelines
        </Link>
      </p>
      <DoublesTable groups={groups} />
      <Pager {...pager} noun="companies" />
    </>
  );
}
