import { scoreTone } from '~/models/pipeline/score';

export function StatCard({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="card px-4 py-3">
      <p className="text-meta text-ink-muted">{label}</p>
      <p className="figure">{typeof value === 'number' ? value.toLocaleString('en') : value}</p>
    </div>
  );
}

export function IndustryDistribution({
  industries,
}: {
  industries: { industry: string; deals: number }[];
}) {
  const most = industries[0]?.deals ?? 1;
  return (
    <div className="card h-full px-4 py-3">
      <h2 className="text-meta font-normal text-ink-muted">Industry Distribution</h2>
      {industries.length ? (
        <ul className="mt-1 grid grid-cols-[auto_1fr_auto] gap-x-2">
          {industries.map(({ industry, deals }) => (
            <li key={industry} className="col-span-3 grid grid-cols-subgrid items-center text-meta">
              <span className="max-w-32 truncate">{industry}</span>
              <svg className="block h-2 w-full" aria-hidden>
                <rect
                  width={`${Math.max(2, (100 * deals) / most)}%`}
                  height="100%"
                  rx="2"
                  className="fill-accent"
                />
              </svg>
              <span className="text-right tabular-nums">{deals.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-meta">No industries</p>
      )}
    </div>
  );
}

const BAR_HEIGHT = 40;

export function ScoreDistribution({ scores }: { scores: number[] }) {
  const most = Math.max(1, ...scores);
  const described = scores.map((deals, n) => deals && `${n} to ${n + 1}: ${deals}`).filter(Boolean);
  return (
    <div className="card h-full px-4 py-3">
      <h2 className="text-meta font-normal text-ink-muted">Score Distribution</h2>
      <svg
        viewBox={`0 0 200 ${BAR_HEIGHT + 12}`}
        className="mt-1 block h-13 w-full"
        role="img"
        aria-label={described.join(', ') || 'No scores'}
        preserveAspectRatio="none"
      >
        {scores.map((deals, n) => {
          const height = deals ? Math.max(2, (BAR_HEIGHT * deals) / most) : 0;
          return (
            <rect
              key={n}
              x={n * 20 + 1}
              y={BAR_HEIGHT - height}
              width="18"
              height={height}
              className={`bar-${scoreTone(n)}`}
            />
          );
        })}
        <line
          x1="0"
          x2="200"
          y1={BAR_HEIGHT + 0.5}
          y2={BAR_HEIGHT + 0.5}
          className="stroke-line-strong"
        />
      </svg>
      <p className="-mt-3 flex justify-between text-meta text-ink-muted" aria-hidden>
        <span>0</span>
        <span>5</span>
        <span>10</span>
      </p>
    </div>
  );
}
