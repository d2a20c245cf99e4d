import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { requireAdmin } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { FilterBar, FilterSelect } from '~/components/list/filter-bar';
import { styledBy, titled } from '~/components/frame/head';
import { ChangedFields, ChangeHead } from '~/components/history/timeline';
import { Icon } from '~/components/frame/icon';
import { Pager } from '~/components/list/pager';
import { LONGEST_SEARCH, counted } from '~/models/text';
import { historyView } from '~/screens/timeline/all.server';
import { ACT_LABELS, ACTS, SUBJECT_LABELS, SUBJECTS } from '~/models/timeline/labels';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/changes.css?url';

export const links = styledBy(styles);

export const meta = titled('History');

export { clientLoader } from '~/components/list/list-cache';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return historyView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export default function HistoryPage() {
  const { figures, typed, pager, changes } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <AdminPage title="History" figures={figures}>
      <div className="toolbar">
        <HistoryFilters typed={typed} size={pager.size} />
        <a href={`/admin/history/export${search}`} className="btn" download>
          <Icon name="download" />
          Export Excel
        </a>
      </div>
      <p className="my-3 text-ink-muted" role="status">
        {counted(pager.total, 'change')}
      </p>
      <ol className="timeline ruled">
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeHead change={change} showAbout />
            {change.act !== 'created' && (
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
  const options = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
    values.map((value) => ({ value, label: labels[value] }));
  return (
    <FilterBar hidden={{ size: size === 50 ? undefined : String(size) }}>
      <TextFilter name="who" label="Changed by" value={typed.who} />
      <TextFilter name="what" label="Company or user" value={typed.what} />
      <FilterSelect
        name="subject"
        label="Type"
        all="Everything"
        options={options(SUBJECTS, SUBJECT_LABELS)}
        value={typed.subject ?? ''}
      />
      <FilterSelect
        name="act"
        label="Change"
        all="All changes"
        options={options(ACTS, ACT_LABELS)}
        value={typed.act ?? ''}
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
      maxLength={LONGEST_SEARCH}
      placeholder={label}
      aria-label={label}
      className="input md:w-48!"
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
        className="input min-w-0 md:w-auto!"
      />
    </label>
  );
}
