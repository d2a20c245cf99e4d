import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Funnel, InsightsTable } from '~/components/insights/insights';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { counted } from '~/models/text';
import { insightsView } from '~/screens/dashboard/insights.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import styles from '~/styles/insights.css?url';

export const meta = titled('Insights');

export const links = styledBy(styles);

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return insightsView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Insights() {
  const { by, deals, stages, funnel, groups, shownGroups, groupings, filters, file } =
    useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="list-head">
        <h1>Insights</h1>
        <p className="text-ink-muted" role="status">
          From {counted(deals, 'deal')}
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
      <Funnel bars={funnel} />
      {shownGroups && (
        <p className="muted mb-2">
          The {shownGroups} largest groups, and all others together as “Other”
        </p>
      )}
      <InsightsTable by={by} stages={stages} groups={groups} />
    </Frame>
  );
}
