import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Doubles, doublesTitle } from '~/components/list/doubles';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { doublesPage } from '~/screens/dashboard/doubles.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links = styledBy(styles);

export const meta = titled('Duplicates');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return doublesPage(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Duplicates() {
  const data = useLoaderData<typeof loader>();
  return (
    <Frame>
      <h1 className="mb-2 wrap-anywhere">{doublesTitle(data)}</h1>
      <Doubles {...data} />
    </Frame>
  );
}
