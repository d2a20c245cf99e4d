import { Link } from '@remix-run/react';
import type { AskedRoundView } from './asked-rounds-view.server';

interface AskedRoundsProps {
  rounds: AskedRoundView[];
  hasMoreRounds: boolean;
  className?: string;
}

export function AskedRounds({ rounds, hasMoreRounds, className }: AskedRoundsProps) {
  if (!rounds.length) return null;
  return (
    <section id="scorecards" aria-labelledby="scorecards-title" className={className}>
      <h2 id="scorecards-title" className="mb-1">
        Your scorecards{' '}
        <span className="font-normal text-ink-muted tabular">
          {rounds.length}
          {hasMoreRounds && '+'}
        </span>
      </h2>
      <ul className="card ruled py-1 wrap-anywhere">
        {rounds.map(({ id, dealId, path, company, due, state, action, isSubmitted }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1.5">
            <p className="min-w-0">
              <Link to={`/pipeline/${dealId}`} className="link">
                {company}
              </Link>
              <span className="block text-ink-muted">
                {state} · {isSubmitted ? 'open until' : 'due'} {due}
              </span>
            </p>
            <Link to={path} className="btn flex-none" aria-label={`${action}, ${company}`}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AskedRoundLine({ round }: { round: AskedRoundView }) {
  const { path, due, state, isSubmitted, action } = round;
  return (
    <p className="print:hidden">
      {isSubmitted
        ? `Your scorecard is submitted and can be corrected until ${due}`
        : `Your scorecard is due ${due} (${state.toLowerCase()})`}{' '}
      <Link to={path} className="link whitespace-nowrap">
        {action}
      </Link>
    </p>
  );
}
