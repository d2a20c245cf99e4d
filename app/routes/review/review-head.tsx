import { PERIOD_LABELS, PERIODS } from '~/domain/review/period';
import { Icon } from '~/ui/icon';
import { useHydrated } from '~/ui/layout/hydrated';
import { FilterBar, FilterSelect } from '~/ui/table/filter-bar';
import type { loadReviewView } from './view.server';

type ReviewView = Awaited<ReturnType<typeof loadReviewView>>;

export function ReviewHead({
  period,
  whose,
  printed,
}: Pick<ReviewView, 'period' | 'whose' | 'printed'>) {
  const hasScripts = useHydrated();
  return (
    <div className="review-head list-head">
      <h1>Review</h1>
      <p className="text-ink-muted max-md:order-1 max-md:basis-full">
        {period} · {whose}
        <span className="hidden print:inline"> · {printed}</span>
      </p>
      {hasScripts && (
        <button type="button" className="btn ml-auto print:hidden" onClick={() => window.print()}>
          <Icon name="print" />
          Print
        </button>
      )}
    </div>
  );
}

export function ReviewFilters({
  query,
  owners,
  notes,
}: Pick<ReviewView, 'query' | 'owners'> & { notes?: string }) {
  const { since, userId, owner, group, stage } = query;
  return (
    <FilterBar hidden={{ notes, stage, ...(owners?.list ? { owner } : { userId }) }}>
      <FilterSelect
        name="since"
        label="Period"
        options={PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
        value={since}
      />
      {owners?.list && (
        <FilterSelect
          name="userId"
          label="Owner"
          all="All owners"
          options={owners.list}
          value={userId}
        />
      )}
      {owners && !owners.list && (
        <input
          name="owner"
          defaultValue={owner}
          placeholder="Owner"
          aria-label="Owner"
          className="input"
        />
      )}
      {owners && (
        <FilterSelect
          name="group"
          label="Group"
          all="All groups"
          options={owners.groups}
          value={group}
        />
      )}
    </FilterBar>
  );
}
