/** A figure with its name, on a card. */
export function StatCard({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="card px-4 py-3">
      <p className="text-meta text-ink-muted">{label}</p>
      <p className="figure">{typeof value === 'number' ? value.toLocaleString('en') : value}</p>
    </div>
  );
}

/** The most frequent industries as bars, drawn to the scale of the first (spec §2). */
export function IndustryDistribution({ industries }: { industries: { industry: string; deals: number }[] }) {
  const most = industries[0]?.deals ?? 1;
  return (
    <div className="card px-4 py-3">
      <h2 className="text-meta font-normal text-ink-muted">Industry Distribution</h2>
      {industries.length ? (
        <ul className="mt-1 grid grid-cols-[auto_1fr_auto] gap-x-2">
          {industries.map(({ industry, deals }) => (
            <li key={industry} className="col-span-3 grid grid-cols-subgrid items-center text-meta">
              <span className="max-w-32 truncate">{industry}</span>
              <svg className="block h-2 w-full" aria-hidden>
                <rect width={`${Math.max(2, (100 * deals) / most)}%`} height="100%" rx="2" className="fill-accent" />
              </svg>
              <span className="text-right tabular-nums">{deals.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-meta">No industries yet</p>
      )}
    </div>
  );
}
