import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { CLOSED, unlessClosing, useAddress } from '~/components/frame/address';
import { PipelinesTable } from '~/components/list/pipelines-table';
import { DetailsDialog } from '~/components/deal/details';
import { ExportLink } from '~/components/list/export-link';
import { FilterChips } from '~/components/list/filter-bar';
import { PipelineFilters } from '~/components/list/pipeline-filters';
import { FirstDeal } from '~/components/list/first-deal';
import { HandOvers } from '~/components/list/hand-overs';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { ListMenu } from '~/components/list/list-menu';
import { SELECTION_FORM, SelectionTools } from '~/components/list/selection-tools';
import { OwnersDialog } from '~/components/list/owners';
import { Pager } from '~/components/list/pager';
import { FiguresBand } from '~/components/list/stats';
import { UpdateViewForm, ViewActs, ViewTabs } from '~/components/list/view-tabs';
import { isFiltered } from '~/models/pipeline/query';
import { counted } from '~/models/text';
import { type DashboardView, dashboardView } from '~/screens/dashboard/list.server';
import { requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { saveScore } from '~/web/forms/score.server';
import { readLocale } from '~/web/session/appearance.server';

export const meta = titled('Deal Pipeline Dashboard');

export const shouldRevalidate = unlessClosing;

export { clientLoader } from '~/components/list/list-cache';

export { clientAction } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return dashboardView(viewer, new URL(request.url), readLocale(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  return saveScore(viewer, request);
}

export default function Dashboard() {
  const view = useLoaderData<typeof loader>();
  const { views, query, list, filters, owners, details } = view;
  const { search } = useLocation();
  const [params] = useSearchParams();
  const address = useAddress();
  const isSelecting = params.has('select');
  return (
    <Frame>
      <ListHead {...view} />
      <UpdateViewForm views={views} />
      <HandOvers {...view} />
      <FiguresBand {...view} />
      <div className="list-tools">
        <PipelineFilters
          {...view}
          userId={query.userId}
          active={filters.length - Number(Boolean(query.search))}
          size={list.size}
        />
        <Link to={address({ ...CLOSED, owners: '' })} preventScrollReset className="btn">
          Filter by Owner
        </Link>
        <ExportLink query={search} />
        <ListMenu size={list.size} canSelect>
          {views.tabs.length > 0 && <Link to="/views">Manage views</Link>}
          <Link to="/deleted">Recently deleted</Link>
        </ListMenu>
      </div>
      <h2 className="sr-only" aria-describedby="count">
        Deals
      </h2>
      {isSelecting && <SelectionTools />}
      <PipelinesTable
        rows={list.rows}
        ownHeads={list.ownHeads}
        sort={query.sort}
        caption="Deals"
        columns={view.columns}
        selectionForm={isSelecting ? SELECTION_FORM : undefined}
        empty={isFiltered(query) ? <NoMatch /> : <NoPipelines />}
      />
      <Pager {...list} noun="deals" withSizes={false} />
      {details && params.has('details') && <DetailsDialog details={details} />}
      {owners && params.has('owners') && <OwnersDialog owners={owners} selected={query.userId} />}
    </Frame>
  );
}

function ListHead({ list, filters, views }: Pick<DashboardView, 'list' | 'filters' | 'views'>) {
  return (
    <div className="list-head">
      <h1>Deal Pipeline Dashboard</h1>
      <ViewTabs views={views} />
      <p id="count" className="text-ink-muted" role="status">
        {counted(list.total, 'deal')}
      </p>
      <FilterChips chips={filters} />
      <ViewActs views={views} />
    </div>
  );
}

function NoPipelines() {
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">Create your first deal pipeline to get started</p>
      <FirstDeal />
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
