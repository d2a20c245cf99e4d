import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { BoardColumns } from '~/components/board/board';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { FilterChips } from '~/components/list/filter-bar';
import { PipelineFilters } from '~/components/list/pipeline-filters';
import { ViewTabs } from '~/components/list/view-tabs';
import { DEFAULT_PAGE_SIZE } from '~/models/page';
import { counted } from '~/models/text';
import { boardView } from '~/screens/dashboard/board.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import styles from '~/styles/board.css?url';

export const meta = titled('Board');

export const links = styledBy(styles);

export { shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return boardView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function Board() {
  const { query, filters, views, deals, columns, ...offers } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="list-head">
        <h1>Board</h1>
        <ViewTabs views={views} />
        <p id="count" className="text-ink-muted" role="status">
          {counted(deals, 'deal')}
        </p>
        <FilterChips chips={filters} />
      </div>
      <div className="list-tools">
        <PipelineFilters
          query={query}
          {...offers}
          userId={query.userId}
          active={filters.length - Number(Boolean(query.search))}
          size={DEFAULT_PAGE_SIZE}
        />
        <Link to="/insights" className="btn">
          Insights
        </Link>
      </div>
      <BoardColumns columns={columns} />
    </Frame>
  );
}
