import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findDealByName } from '~/domain/deal/search.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { loadSearchView } from '~/ui/search/search-view.server';
import { SearchResults } from './search-results';

export const meta = createTitleMeta<typeof loader>('Search', ({ text }) => text);

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const text = (searchParams.get('q') ?? '').trim();
  const named = searchParams.has('all') ? undefined : await findDealByName(viewer, text);
  if (named) throw redirect(`/pipeline/${named}${buildFromQuery(request, viewer)}`);
  return loadSearchView(viewer, text, readLocale(request));
}

export default function Search() {
  return (
    <AppLayout>
      <SearchResults {...useLoaderData<typeof loader>()} />
    </AppLayout>
  );
}
