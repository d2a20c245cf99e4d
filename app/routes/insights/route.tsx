import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/insights.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Funnel, InsightsTable } from './insights-table';
import { loadInsightsView } from './view.server';

export const meta = createTitleMeta('Insights');

export const links = createStyleLinks(styles);

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadInsightsView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Insights() {
  const { by, deals, stages, funnel, groups, shownGroups, groupings, filters, file } =
    useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="list-head">
        <h1>Insights</h1>
        <p className="text-ink-muted" role="status">
          From {formatCount(deals, 'deal')}
          {filters && `, ${filters}`}
        </p>
        <a href={file} className="btn ml-auto">
          Download
        </a>
      </div>
      <nav aria-label="By" className="views my-3 flex min-w-0 items-center">
        <ul className="flex overflow-x-auto">
          {groupings.map(({ label, to, isOpen }) => (
            <li key={to}>
              <Link to={to} className="tab" aria-current={isOpen ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {deals === 0 && <p>There are no deals here yet: insights follow with the first one.</p>}
      {deals > 0 && <Funnel bars={funnel} />}
      {shownGroups && (
        <p className="muted mb-2">
          The {shownGroups} largest groups, and all others together as “Other”
        </p>
      )}
      {deals > 0 && <InsightsTable by={by} stages={stages} groups={groups} />}
    </AppLayout>
  );
}
