import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Doubles, doublesTitle } from '~/components/list/doubles';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { doublesPage } from '~/screens/dashboard/doubles.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: `Duplicates · ${PRODUCT}` }];

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
