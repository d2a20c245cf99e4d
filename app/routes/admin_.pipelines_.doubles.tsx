import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { Doubles, doublesTitle } from '~/components/list/doubles';
import { styledBy, titled } from '~/components/frame/head';
import { doublesPage } from '~/screens/dashboard/doubles.server';
import { adminStats } from '~/models/user/list.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links = styledBy(styles);

export const meta = titled('Duplicates');

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
