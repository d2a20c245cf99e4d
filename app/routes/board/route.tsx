import { useLoaderData } from '@remix-run/react';
import { DEFAULT_PAGE_SIZE } from '~/domain/pagination';
import { formatCount } from '~/domain/text/text';
import styles from '~/styles/board.css?url';
import { DealFilters } from '~/ui/deal-list/deal-filters';
import { EmptyList } from '~/ui/deal-list/empty-list';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { ViewTabs } from '~/ui/saved-view/view-tabs';
import { FilterChips } from '~/ui/table/filter-bar';
import { BoardColumns } from './board-columns';
import type { loader } from './view.server';

export const meta = createTitleMeta('Board');

export const links = createStyleLinks(styles);

export { shouldRevalidate } from '~/ui/form/client-action';

export { loader } from './view.server';

export default function Board() {
  const { query, filters, views, deals, columns, ...offers } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="list-head">
        <h1>Board</h1>
        <ViewTabs views={views} />
        <p id="count" className="text-ink-muted" role="status">
          {formatCount(deals, 'deal')}
        </p>
        <FilterChips chips={filters} />
      </div>
      <div className="list-tools">
        <DealFilters
          query={query}
          {...offers}
          active={filters.length - Number(Boolean(query.search))}
          size={DEFAULT_PAGE_SIZE}
        />
      </div>
      <BoardColumns columns={columns} />
      {deals === 0 && (
        <div className="card mt-4 p-8 text-center">
          <EmptyList query={query} />
        </div>
      )}
    </AppLayout>
  );
}
