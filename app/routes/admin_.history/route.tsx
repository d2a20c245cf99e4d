import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { formatCount } from '~/domain/text/text';
import { EVENT_KIND_LABELS, EVENT_KINDS, SUBJECT_LABELS, SUBJECTS } from '~/domain/timeline/labels';
import styles from '~/styles/changes.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { ChangedFields, ChangeHead } from '~/ui/history/change';
import { Icon } from '~/ui/icon';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { FilterBar, FilterSelect } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('History');

export { clientLoader } from '~/ui/layout/list-cache';

export { loader } from './view.server';

export default function HistoryPage() {
  const { figures, typed, pager, changes } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <AdminPage title="History" figures={figures}>
      <div className="toolbar mt-4 flex flex-wrap items-center gap-2">
        <HistoryFilters typed={typed} size={pager.size} />
        <a href={`/admin/history/export${search}`} className="btn" download>
          <Icon name="download" />
          Export Excel
        </a>
      </div>
      <p className="my-3 text-ink-muted" role="status">
        {formatCount(pager.total, 'change')}
      </p>
      <ol className="timeline ruled">
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeHead change={change} showAbout />
            {change.kind !== 'created' && (
              <ChangedFields change={change} whole={`/admin/history/${change.id}`} />
            )}
          </li>
        ))}
      </ol>
      {!changes.length && (
        <p className="card p-6 text-center">
          {search ? 'No changes match these filters.' : 'No changes yet.'}
        </p>
      )}
      {search && !changes.length && (
        <Link to="/admin/history" className="btn mt-4">
          Clear filters
        </Link>
      )}
      <Pager {...pager} noun="changes" />
    </AdminPage>
  );
}

type HistoryData = ReturnType<typeof useLoaderData<typeof loader>>;

function HistoryFilters({ typed, size }: Pick<HistoryData, 'typed'> & { size: number }) {
  const toOptions = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
    values.map((value) => ({ value, label: labels[value] }));
  return (
    <FilterBar hidden={{ size: size === 50 ? undefined : String(size) }}>
      <TextFilter name="who" label="Changed by" value={typed.who} />
      <TextFilter name="what" label="Company or user" value={typed.what} />
      <FilterSelect
        name="subject"
        label="Type"
        all="Everything"
        options={toOptions(SUBJECTS, SUBJECT_LABELS)}
        value={typed.subject ?? ''}
      />
      <FilterSelect
        name="act"
        label="Change"
        all="All changes"
        options={toOptions(EVENT_KINDS, EVENT_KIND_LABELS)}
        value={typed.kind ?? ''}
      />
      <DateFilter name="from" label="From" value={typed.from} />
      <DateFilter name="to" label="To" value={typed.to} />
    </FilterBar>
  );
}

function TextFilter({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <input
      key={value}
      type="search"
      name={name}
      defaultValue={value}
      maxLength={MAX_SEARCH_LENGTH}
      placeholder={label}
      aria-label={label}
      className="input md:w-48"
    />
  );
}

function DateFilter({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="flex min-w-0 items-center gap-1">
      <span className="muted w-9 shrink-0">{label}</span>
      <input
        key={value}
        type="date"
        name={name}
        defaultValue={value}
        className="input min-w-0 md:w-auto"
      />
    </label>
  );
}
