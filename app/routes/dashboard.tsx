import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { CLOSED, unlessClosing, useAddress, useFromQuery } from '~/components/frame/address';
import { PipelinesTable } from '~/components/pipeline/pipelines-table';
import { DetailsDialog } from '~/components/pipeline/details';
import { ExportLink } from '~/components/pipeline/export-link';
import { FilterChips } from '~/components/pipeline/filter-bar';
import { PipelineFilters } from '~/components/pipeline/pipeline-filters';
import { HandOvers } from '~/components/pipeline/hand-overs';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { Icon } from '~/components/frame/icon';
import { DensitySwitch } from '~/components/frame/appearance';
import { OwnersDialog } from '~/components/pipeline/owners';
import { Pager } from '~/components/frame/pager';
import { IndustryDistribution, ScoreDistribution, StatCard } from '~/components/pipeline/stats';
import { keepUnsent } from '~/components/forms/unsent';
import { cachedListLoader } from '~/components/frame/list-cache';
import { DASHBOARD_SORTS } from '~/models/pipeline/query';
import { INDUSTRIES, roundLabel } from '~/models/pipeline/options';
import { dashboardView } from '~/models/pipeline/view.server';
import { requireUserOrSaveDraft } from '~/web/drafts.server';
import { saveScore } from '~/web/score.server';
import { readLocale } from '~/web/appearance.server';

export const meta: MetaFunction = () => [{ title: `Deal Pipeline Dashboard · ${PRODUCT}` }];

export const shouldRevalidate = unlessClosing;

export const clientLoader = cachedListLoader;

export const clientAction = keepUnsent;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return dashboardView(viewer, new URL(request.url), readLocale(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveDraft(request);
  return saveScore(viewer, request);
}

export default function Dashboard() {
  const { handOvers, query, stats, scores, list, distribution, owner, owners, details } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [params] = useSearchParams();
  const address = useAddress();
  const isFiltered = Boolean(query.search || query.industry || query.round || query.userId);
  return (
    <Frame>
      <h1>Deal Pipeline Dashboard</h1>
      <HandOvers handOvers={handOvers} />
      <Summary stats={stats} scores={scores} distribution={distribution} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <PipelineFilters
          query={query}
          industries={INDUSTRIES}
          sorts={DASHBOARD_SORTS}
          userId={query.userId}
          size={list.size}
        />
        <Link to={address({ ...CLOSED, owners: '' })} preventScrollReset className="btn">
          Filter by Owner
        </Link>
        <ExportLink query={search} />
      </div>
      <div className="mt-3 mb-3 flex min-h-6 flex-wrap items-center gap-3">
        <p className="text-ink-muted" role="status">
          {list.total.toLocaleString('en')} {list.total === 1 ? 'deal' : 'deals'}
        </p>
        <span className="order-last ml-auto">
          <DensitySwitch />
        </span>
        <FilterChips
          chips={[
            { name: 'search', label: 'Search', value: query.search },
            { name: 'industry', label: 'Industry', value: query.industry },
            { name: 'round', label: 'Round', value: roundLabel(query.round) },
            { name: 'userId', label: 'Owner', value: query.userId && (owner ?? 'unknown') },
          ]}
        />
      </div>
      <PipelinesTable
        rows={list.rows}
        sort={query.sort}
        caption="Deals"
        empty={isFiltered ? <NoMatch /> : <NoPipelines />}
      />
      <Pager {...list} noun="deals" />
      <p className="mt-4 text-meta">
        <Link to="/deleted" className="link">
          Recently deleted
        </Link>
      </p>
      {details && params.has('details') && <DetailsDialog details={details} />}
      {owners && params.has('owners') && <OwnersDialog owners={owners} selected={query.userId} />}
    </Frame>
  );
}

const WIDE_COLUMNS = 'lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.5fr)_minmax(0,1.5fr)]';

type DashboardData = ReturnType<typeof useLoaderData<typeof loader>>;

function Summary({
  stats,
  scores,
  distribution,
}: Pick<DashboardData, 'stats' | 'scores' | 'distribution'>) {
  return (
    <section aria-label="Summary" className={`mt-4 grid grid-cols-2 gap-3 ${WIDE_COLUMNS}`}>
      <StatCard label="Total Deals" value={stats.total} />
      <StatCard label="Active Reviews" value={stats.activeReviews} />
      <StatCard label="High Priority" value={stats.highPriority} />
      <StatCard label="Meetings within 30 Days" value={stats.within30Days} />
      <div className="col-span-2 lg:col-span-1">
        <IndustryDistribution industries={distribution} />
      </div>
      <div className="col-span-2 lg:col-span-1">
        <ScoreDistribution scores={scores} />
      </div>
    </section>
  );
}

function NoPipelines() {
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">Create your first deal pipeline to get started</p>
      <Link to={`/pipeline/new${useFromQuery()}`} className="btn btn-primary mt-4">
        <Icon name="plus" />
        Add New Deal
      </Link>
    </>
  );
}

function NoMatch() {
  return (
    <>
      <p className="text-title font-semibold">No matching deals</p>
      <p className="mt-1 text-ink-muted">No deals match these filters.</p>
      <Link to="/dashboard" className="btn mt-4">
        Clear filters
      </Link>
    </>
  );
}
