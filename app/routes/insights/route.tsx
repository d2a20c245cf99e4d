import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { parseCommitteeGrouping } from '~/address/grouping';
import { formatCount } from '~/domain/text/text';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/insights.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { EvaluatorTable, OutcomeTables } from './committee-tables';
import { loadCommitteeView } from './committee-view.server';
import { Funnel, InsightsTable } from './insights-table';
import { type InsightsView, loadInsightsView } from './view.server';

export const meta = createTitleMeta('Insights');

export const links = createStyleLinks(styles);

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const params = new URL(request.url).searchParams;
  const locale = readLocale(request);
  const committee = parseCommitteeGrouping(params);
  return committee
    ? loadCommitteeView(viewer, committee, params, locale)
    : loadInsightsView(viewer, params, locale);
}

export default function Insights() {
  const view = useLoaderData<typeof loader>();
  const { groupings, filters, file } = view;
  return (
    <AppLayout>
      <div className="list-head">
        <h1>Insights</h1>
        {view.kind !== 'evaluator' && (
          <p className="text-ink-muted" role="status">
            From{' '}
            {view.kind === 'outcome'
              ? formatCount(view.decisions, 'decision')
              : formatCount(view.deals, 'deal')}
            {filters && `, ${filters}`}
          </p>
        )}
        <a href={file} className="btn ml-auto">
          Download
        </a>
      </div>
      <nav aria-label="By" className="views my-3 flex min-w-0 items-center">
        <ul className="flex flex-wrap">
          {groupings.map(({ label, to, isOpen }) => (
            <li key={to}>
              <Link to={to} className="tab" aria-current={isOpen ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {view.kind === 'evaluator' && <EvaluatorTable evaluators={view.evaluators} />}
      {view.kind === 'outcome' && <OutcomeTables groups={view.groups} listed={view.listed} />}
      {view.kind === 'stages' && <StageInsights view={view} />}
    </AppLayout>
  );
}

function StageInsights({ view }: { view: InsightsView }) {
  const { by, deals, stages, funnel, groups, shownGroups } = view;
  if (deals === 0) return <p>No deals yet. Insights appear with the first one.</p>;
  return (
    <>
      <Funnel bars={funnel} />
      {shownGroups && (
        <p className="muted mb-2">
          The {shownGroups} largest groups, and all others together as “Other”
        </p>
      )}
      <InsightsTable by={by} stages={stages} groups={groups} />
    </>
  );
}
