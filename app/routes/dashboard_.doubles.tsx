import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { DuplicatesList, duplicatesTitle } from '~/components/list/duplicates';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { duplicatesPage } from '~/screens/dashboard/duplicates.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/compared.css?url';

export const links = styledBy(styles);

export const meta = titled('Duplicates');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return duplicatesPage(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Duplicates() {
  const data = useLoaderData<typeof loader>();
  return (
    <Frame>
      <h1 className="mb-2 wrap-anywhere">{duplicatesTitle(data)}</h1>
      <DuplicatesList {...data} />
    </Frame>
  );
}
