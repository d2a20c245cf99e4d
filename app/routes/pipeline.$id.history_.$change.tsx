import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getDealChange } from '~/domain/timeline/deal-history.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/changes.css?url';
import { WholeChange } from '~/ui/history/change';
import { loadWholeChangeView } from '~/ui/history/change-view.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { useFromQuery } from '~/ui/layout/from-query';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Change', ({ change }) => change.about.name);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const change = await getDealChange(viewer, id, parseId(params.change));
  return { id, change: await loadWholeChangeView(viewer, change, readLocale(request)) };
}

export default function DealChange() {
  const { id, change } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-6 break-words text-text">
        <div>
          <BackLink to={`/pipeline/${id}/history${useFromQuery()}`}>History</BackLink>
          <h1>{change.about.name}</h1>
        </div>
        <section className="section">
          <WholeChange change={change} />
        </section>
      </div>
    </AppLayout>
  );
}
