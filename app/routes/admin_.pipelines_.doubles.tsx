import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { DuplicatesList, duplicatesTitle } from '~/components/list/duplicates';
import { styledBy, titled } from '~/components/frame/head';
import { duplicatesPage } from '~/screens/dashboard/duplicates.server';
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
    ...(await duplicatesPage(viewer, searchParams, readLocale(request))),
  };
}

export default function AllDuplicates() {
  const { figures, ...data } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={duplicatesTitle(data)} figures={figures}>
      <DuplicatesList {...data} />
    </AdminPage>
  );
}
