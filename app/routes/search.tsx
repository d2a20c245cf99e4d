import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { SearchResults } from '~/components/search/results';
import { findDealNamed } from '~/models/pipeline/search.server';
import { searchView } from '~/screens/search/search.server';
import { readLocale } from '~/web/session/appearance.server';
import { fromQuery } from '~/web/forms/list-address.server';

export const meta = titled<typeof loader>('Search', ({ text }) => text);

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const text = (searchParams.get('q') ?? '').trim();
  const named = searchParams.has('all') ? undefined : await findDealNamed(viewer, text);
  if (named) throw redirect(`/pipeline/${named}${fromQuery(request, viewer)}`);
  return searchView(viewer, text, readLocale(request));
}

export default function Search() {
  return (
    <Frame>
      <SearchResults {...useLoaderData<typeof loader>()} />
    </Frame>
  );
}
