import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { pipelinesView } from '~/screens/dashboard/list.server';
import { checkStaff, requireStaff } from '~/web/session/auth.server';
import { unlessClosing } from '~/components/frame/address';
import { AdminFrame } from '~/components/admin/admin-frame';
import { PipelinesTable } from '~/components/list/pipelines-table';
import { DetailsDialog } from '~/components/deal/details';
import { ExportLink } from '~/components/list/export-link';
import { FilterChips, FilterSelect, GroupFilter } from '~/components/list/filter-bar';
import { TextBox } from '~/components/list/more-filters';
import { ListMenu } from '~/components/list/list-menu';
import { PipelineFilters } from '~/components/list/pipeline-filters';
import { titled } from '~/components/frame/head';
import { Pager } from '~/components/list/pager';
import { SELECTION_FORM, SelectionTools } from '~/components/list/selection-tools';
import { UpdateViewForm, ViewActs, ViewTabs } from '~/components/list/view-tabs';
import { LONGEST_SEARCH, counted } from '~/models/text';
import { requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { saveScore } from '~/web/forms/score.server';
import { readLocale } from '~/web/session/appearance.server';

export const meta = titled('All Pipelines');

export const shouldRevalidate = unlessClosing;

export { clientLoader } from '~/components/list/list-cache';

export { clientAction } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return pipelinesView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = checkStaff(await requireUserOrKeepForm(request));
  return saveScore(viewer, request);
}

export default function AllPipelines() {
  const { figures, views, columns, offered, query, list, industries, owners, filters, details } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [params] = useSearchParams();
  return (
    <AdminFrame figures={figures}>
      <div className="list-tools">
        <PipelineFilters
          query={query}
          industries={industries}
          offered={offered}
          userId={owners ? undefined : query.userId}
          active={filters.length - Number(Boolean(query.search))}
          size={list.size}
        >
          <GroupFilter options={offered.groups} value={query.group} />
          <OwnerFilter owners={owners} query={query} />
        </PipelineFilters>
        <ExportLink query={search} />
        <ListMenu size={list.size}>
          {views.tabs.length > 0 && <Link to="/views">Manage views</Link>}
        </ListMenu>
      </div>
      <h2 className="sr-only" aria-describedby="count">
        All deals
      </h2>
      <ViewTabs views={views} />
      <UpdateViewForm views={views} />
      <SelectionTools>
        <p id="count" className="text-ink-muted" role="status">
          {counted(list.total, 'deal')}
        </p>
        <FilterChips chips={filters} />
        <ViewActs views={views} />
      </SelectionTools>
      <PipelinesTable
        rows={list.rows}
        ownHeads={list.ownHeads}
        sort={query.sort}
        caption="All deals"
        columns={columns}
        selectionForm={SELECTION_FORM}
        empty={<NoPipelines />}
      />
      <Pager {...list} noun="deals" withSizes={false} />
      {details && params.has('details') && <DetailsDialog details={details} />}
    </AdminFrame>
  );
}

type ListData = ReturnType<typeof useLoaderData<typeof loader>>;

function OwnerFilter({ owners, query }: Pick<ListData, 'owners' | 'query'>) {
  if (owners)
    return (
      <FilterSelect
        name="userId"
        label="User"
        all="All Users"
        options={owners}
        value={query.userId}
      />
    );
  return (
    <TextBox
      type="search"
      name="owner"
      label="User name or email"
      value={query.owner}
      maxLength={LONGEST_SEARCH}
      className="input w-48!"
    />
  );
}

function NoPipelines() {
  const { search } = useLocation();
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">
        {search ? 'No deals match these filters.' : 'No deals have been added yet.'}
      </p>
      {search && (
        <Link to="/admin/pipelines" className="btn mt-4">
          Clear filters
        </Link>
      )}
    </>
  );
}
