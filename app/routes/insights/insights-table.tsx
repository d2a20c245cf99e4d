import { Fragment } from 'react';
import { formatNumber } from '~/domain/text/text';
import { PercentBar } from '~/ui/percent-bar';
import type { InsightsView } from './view.server';

export function Funnel({ bars }: { bars: InsightsView['funnel'] }) {
  return (
    <section aria-label="All deals" className="funnel card mb-4 grid max-w-240 gap-2">
      {bars.map(({ stage, deals, percent, days }) => (
        <div key={stage} className="grid items-center wrap-anywhere">
          <span>{stage}</span>
          <PercentBar percent={percent} className="block h-2 w-full" />
          <span className="text-right tabular">{formatNumber(deals)}</span>
          <span className="muted text-right tabular">{percent}%</span>
          <span className="muted text-right text-meta tabular">{days && `median ${days}`}</span>
        </div>
      ))}
    </section>
  );
}

export function InsightsTable({
  by,
  stages,
  groups,
}: Pick<InsightsView, 'by' | 'stages' | 'groups'>) {
  // Lets the keyboard scroll the table.
  const scrolled = { role: 'region', 'aria-label': `By ${by.toLowerCase()}`, tabIndex: 0 };
  return (
    <div {...scrolled} className="scroll-shade card overflow-x-auto">
      <table className="insights w-full">
        <caption className="sr-only">
          Deals that reached each stage, and the median number of days in it
        </caption>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col">Deals</th>
            {stages.map((stage) => (
              <th key={stage} scope="col" colSpan={2}>
                {stage}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ id, name, deals, cells }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{formatNumber(deals)}</td>
              {cells.map(({ deals, days }, i) => (
                <Fragment key={stages[i]}>
                  <td className={deals ? undefined : 'muted'}>{formatNumber(deals)}</td>
                  <td className="muted text-left">{days}</td>
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
