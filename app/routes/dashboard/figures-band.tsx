import { PART_LABELS, type PartFilter } from '~/domain/deal/filters';
import { getScoreTone } from '~/domain/score/score';
import { formatNumber } from '~/domain/text/text';
import { FIRST_PAGE, useAddress } from '~/ui/layout/address';
import { StatCard } from '~/ui/stat-card';
import type { DashboardView } from './view.server';

type FiguresBandProps = Pick<DashboardView, 'query' | 'stats' | 'distribution' | 'scores'>;

export function FiguresBand({ query, stats, distribution, scores }: FiguresBandProps) {
  const address = useAddress();
  const renderFigure = (value: number, part?: PartFilter) => (
    <StatCard
      label={part ? PART_LABELS[part] : 'Total Deals'}
      value={value}
      // Renders no link for the total while the list shows all deals.
      to={part || query.part ? address({ ...FIRST_PAGE, part }) : undefined}
      isOpen={query.part === part}
    />
  );
  return (
    <section aria-label="Summary" className="band">
      {renderFigure(stats.total)}
      {renderFigure(stats.activeReviews, 'reviews')}
      {renderFigure(stats.highPriority, 'priority')}
      {renderFigure(stats.within30Days, 'soon')}
      {distribution.length > 0 && <IndustryDistribution industries={distribution} />}
      {scores.some(Boolean) && <ScoreDistribution scores={scores} />}
    </section>
  );
}

function IndustryDistribution({ industries }: { industries: FiguresBandProps['distribution'] }) {
  const most = industries[0]?.deals ?? 1;
  return (
    <div className="grid flex-[2_0_240px] grid-cols-[min-content_minmax(0,1fr)] items-center gap-3 max-md:basis-80">
      <h2 className="text-meta font-normal text-ink-muted">Industry Distribution</h2>
      <ul className="grid grid-cols-[auto_minmax(24px,1fr)_auto] gap-x-2">
        {industries.map(({ industry, deals }) => (
          <li key={industry} className="col-span-3 grid grid-cols-subgrid items-center text-meta">
            <span className="max-w-32 truncate">{industry}</span>
            <svg className="block h-2 w-full" aria-hidden>
              <rect
                width={`${Math.max(2, toPercent(deals, most))}%`}
                height="100%"
                rx="2"
                className="fill-bar"
              />
            </svg>
            <span className="text-right tabular">{formatNumber(deals)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const toPercent = (deals: number, most: number) => Math.round((100 * deals) / most);

const BAR_COLORS = {
  green: 'fill-green-bar',
  yellow: 'fill-yellow-bar',
  red: 'fill-red-bar',
  grey: undefined,
};

function ScoreDistribution({ scores }: { scores: number[] }) {
  const most = Math.max(1, ...scores);
  const described = scores.map((deals, n) => deals && `${n} to ${n + 1}: ${deals}`).filter(Boolean);
  return (
    <div className="w-55 max-xl:hidden">
      <h2 className="text-meta font-normal text-ink-muted">Score Distribution</h2>
      <svg
        viewBox="0 0 200 100"
        className="block h-7 w-full"
        role="img"
        aria-label={described.join(', ')}
        preserveAspectRatio="none"
      >
        {scores.map((deals, n) => {
          const height = deals ? Math.max(4, toPercent(deals, most)) : 1;
          return (
            <rect
              key={n}
              x={n * 20 + 1}
              y={100 - height}
              width="18"
              height={height}
              className={BAR_COLORS[getScoreTone(n)]}
            />
          );
        })}
      </svg>
    </div>
  );
}
