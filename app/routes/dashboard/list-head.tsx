import { formatCount } from '~/domain/text/text';
import { UpdateViewForm, ViewActions, ViewTabs } from '~/ui/saved-view/view-tabs';
import { FilterChips } from '~/ui/table/filter-bar';
import type { DashboardView } from './view.server';

export function ListHead({
  list,
  filters,
  views,
}: Pick<DashboardView, 'list' | 'filters' | 'views'>) {
  return (
    <>
      <div className="list-head">
        <h1>Deal Pipeline Dashboard</h1>
        <ViewTabs views={views} />
        <p id="count" className="text-ink-muted" role="status">
          {formatCount(list.total, 'deal')}
        </p>
        <FilterChips chips={filters} />
        <ViewActions views={views} />
      </div>
      <UpdateViewForm views={views} />
    </>
  );
}
