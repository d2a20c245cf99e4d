import { Link, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { useTriageKeys } from '~/ui/inbox/triage-keys';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { FilterBar, FilterSelect, SearchBox } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import { InboxLine } from './inbox-line';
import type { loader } from './view.server';

export const meta = createTitleMeta('Inbox');

export { shouldRevalidate } from '~/ui/form/client-action';

export { loader } from './view.server';

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Inbox() {
  const view = useLoaderData<typeof loader>();
  const { query, items, total, pager, sources, reasons } = view;
  useTriageKeys();
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4">
        <div>
          <h1>Inbox</h1>
          <p className="text-ink-muted">
            {formatCount(total, 'item')}
            {items.length > 0 && (
              <span className="max-md:hidden noscript:hidden pointer-coarse:hidden">
                {' · '}
                <kbd className="kbd">j</kbd> and <kbd className="kbd">k</kbd> move,{' '}
                <kbd className="kbd">a</kbd> accepts, <kbd className="kbd">d</kbd>{' '}
                {reasons.length > 0 ? (
                  <>
                    chooses a reason, <kbd className="kbd">Enter</kbd> declines
                  </>
                ) : (
                  'declines'
                )}
              </span>
            )}
          </p>
        </div>
        <States {...view} />
        <FilterBar hidden={{ state: query.state === 'pending' ? undefined : query.state }}>
          <SearchBox
            value={query.search ?? ''}
            what="the inbox"
            hint="Searches company, sender, subject, text and names of files"
          />
          <FilterSelect
            name="source"
            label="Source"
            all="All sources"
            options={sources}
            value={query.source}
          />
        </FilterBar>
        {items.length ? (
          <ol className="grid grid-cols-1 gap-3" aria-label="Items, newest first">
            {items.map((item) => (
              <InboxLine key={item.id} item={item} reasons={reasons} />
            ))}
          </ol>
        ) : (
          <Empty query={query} />
        )}
        <Pager {...pager} noun="items" className="" />
      </div>
    </AppLayout>
  );
}

function buildAddress({ state, source, search }: View['query']): string {
  const params = new URLSearchParams();
  if (state !== 'pending') params.set('state', state);
  if (source) params.set('source', source);
  if (search) params.set('search', search);
  return params.size ? `/inbox?${params}` : '/inbox';
}

function States({ states, query }: Pick<View, 'states' | 'query'>) {
  return (
    <nav aria-label="States" className="tabs">
      {states.map(({ state, label, items }) => (
        <Link
          key={state}
          to={buildAddress({ ...query, state })}
          className="tab pointer-coarse:min-h-target"
          aria-current={state === query.state ? 'page' : undefined}
        >
          {label} <span className="tabular">{items}</span>
        </Link>
      ))}
    </nav>
  );
}

function Empty({ query }: Pick<View, 'query'>) {
  const isFiltered = query.source ?? query.search;
  return (
    <div>
      <p className="font-semibold">{isFiltered ? 'No items match' : 'Nothing here'}</p>
      <p className="muted">
        {isFiltered
          ? 'Choose another source, or change the search.'
          : query.state === 'pending'
            ? 'Emails, pitches and items from other programs wait here until someone decides on them.'
            : 'Decided items are deleted after 180 days, junk after 30.'}
      </p>
    </div>
  );
}
