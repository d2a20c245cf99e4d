import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { Doubles, doublesTitle } from '~/components/list/doubles';
import { PRODUCT } from '~/components/frame/frame';
import { doublesPage } from '~/screens/dashboard/doubles.server';
import { adminStats } from '~/models/user/list.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: `Duplicates · ${PRODUCT}` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  return {
    figures: await adminStats(viewer),
    ...(await doublesPage(viewer, searchParams, readLocale(request))),
  };
}

export default function AllDuplicates() {
  const { figures, ...data } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={doublesTitle(data)} figures={figures}>
      <Doubles {...data} />
    </AdminPage>
  );
}
