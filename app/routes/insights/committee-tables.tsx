import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatNumber } from '~/domain/text/text';
import { PercentBar } from '~/ui/percent-bar';
import type { EvaluatorsView, OutcomesView } from './committee-view.server';

interface TableProps {
  title: string;
  heads: string[];
  /** Heads of columns of words, which are aligned left. */
  words?: string[];
  children: ReactNode;
}

function Table({ title, heads, words = [], children }: TableProps) {
  // Lets the keyboard scroll the table.
  const scrolled = { role: 'region', 'aria-label': title, tabIndex: 0 };
  return (
    <div {...scrolled} className="scroll-shade card mb-4 overflow-x-auto">
      <table className="insights w-full">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={words.includes(head) ? 'pl-3 text-left' : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function EvaluatorTable({ evaluators }: Pick<EvaluatorsView, 'evaluators'>) {
  if (!evaluators.length) return <p>No closed rounds yet. Insights appear with the first one.</p>;
  return (
    <>
      <p className="mb-2 max-w-[68ch]">
        How far scores are from the median of their round, and which part of the scale they use. The
        figures describe habits and rank nobody.
      </p>
      <Table
        title="By evaluator"
        heads={['Evaluator', 'Rounds', 'Offset from the median', 'Range used', 'Not assessed']}
      >
        {evaluators.map(({ id, name, rounds, tooEarly, figures }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{rounds}</td>
            {figures ? (
              <>
                <td>{figures.offset}</td>
                <td>
                  <Range lowest={figures.lowest} highest={figures.highest} /> {figures.range}
                </td>
                <td>{figures.notAssessed}</td>
              </>
            ) : (
              <td colSpan={3} className="muted">
                {tooEarly}
              </td>
            )}
          </tr>
        ))}
      </Table>
    </>
  );
}

function Range({ lowest, highest }: { lowest: number; highest: number }) {
  return (
    <svg viewBox="0 0 90 8" className="mr-2 inline-block h-2 w-24" aria-hidden>
      <rect width="90" height="8" rx="2" className="fill-sunken" />
      <rect
        x={(lowest - 1) * 10}
        width={Math.max(2, (highest - lowest) * 10)}
        height="8"
        rx="2"
        className="fill-line-strong"
      />
    </svg>
  );
}

export function OutcomeTables({ groups, listed }: Pick<OutcomesView, 'groups' | 'listed'>) {
  if (!groups.length) return <p>No closed deals yet. Insights appear with the first one.</p>;
  return (
    <>
      <Table title="By outcome" heads={['Outcome', 'Decisions', 'Share', 'Mean score at the time']}>
        {groups.map(({ name, decisions, percent, meanScore }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatNumber(decisions)}</td>
            <td>
              <PercentBar percent={percent} className="mr-2 inline-block h-2 w-24" /> {percent}%
            </td>
            <td>{meanScore}</td>
          </tr>
        ))}
      </Table>
      {listed.length > 0 && (
        <Table
          title="Decisions with an outcome"
          heads={['Deal', 'Decision', 'Day', 'Score then', 'Votes then', 'Outcome']}
          words={['Decision', 'Day', 'Outcome']}
        >
          {listed.map(({ id, dealId, companyName, stage, day, score, votes, outcome }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/pipeline/${dealId}`} className="link">
                  <bdi>{companyName}</bdi>
                </Link>
              </th>
              <td className="pl-3 text-left">{stage}</td>
              <td className="pl-3 text-left">{day}</td>
              <td>{score}</td>
              <td>{votes}</td>
              <td className="pl-3 text-left">{outcome}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
