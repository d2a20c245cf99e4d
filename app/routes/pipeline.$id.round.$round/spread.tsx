import { Link } from '@remix-run/react';
import type { SpreadView } from './view.server';

const WIDTH = 200;
const HEIGHT = 20;

/** Places scores from 1 to 10 with room for half a dot at both ends. */
const getX = (score: number) => 6 + ((score - 1) / 9) * (WIDTH - 12);

export function Spread({ names, widest, categories, votes, recusals }: SpreadView) {
  return (
    <>
      <section className="card grid gap-2">
        <h2>Widest range</h2>
        <ul>
          {widest.map(({ label, min, max }) => (
            <li key={label}>
              {label}: {min} to {max}
            </li>
          ))}
          {!widest.length && <li className="muted">The scorecards do not differ.</li>}
        </ul>
      </section>
      <section className="card grid gap-2">
        <h2>Votes</h2>
        <ul>
          {votes.map(({ name, vote, reason, corrected }) => (
            <li key={name}>
              {name}: {vote}
              {reason && ` – ${reason}`}
              {corrected && <span className="muted"> (corrected {corrected})</span>}
            </li>
          ))}
          {recusals.map(({ name, reason }) => (
            <li key={name}>
              {name} recused: {reason}
            </li>
          ))}
        </ul>
      </section>
      {categories.map(({ title, dots, criteria, notes, notesKey, isShortened }) => (
        <section key={title} id={notesKey} className="card grid gap-2">
          <h2>{title}</h2>
          <Dots title={title} scores={dots} />
          <div {...getScrollProps(title)} className="overflow-x-auto">
            <table className="w-full text-left">
              <thead>
                <tr>
                  {['Criterion', ...names, 'Median', 'Range'].map((heading, n) => (
                    <th key={n} scope="col" className="py-1 pr-4">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {criteria.map(({ label, cells }) => (
                  <tr key={label} className="hairline-t">
                    <th scope="row" className="py-1 pr-4 font-normal">
                      {label}
                    </th>
                    {cells.map((cell, n) => (
                      <td key={n} className="py-1 pr-4 tabular">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {notes.map(({ name, text }) => (
            <div key={name}>
              <h3>{name}</h3>
              <p className="whitespace-pre-wrap">{text}</p>
            </div>
          ))}
          {isShortened && (
            <Link to={`?notes=${notesKey}#${notesKey}`} className="link">
              Show the notes on {title} in full
            </Link>
          )}
        </section>
      ))}
    </>
  );
}

/** Lets the keyboard scroll a table. */
const getScrollProps = (title: string) => ({
  role: 'region',
  'aria-label': `${title} scores`,
  tabIndex: 0,
});

/** Draws each evaluator's scores of a category on one line; the table has the numbers. */
function Dots({ title, scores }: { title: string; scores: number[] }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}: scores from 1 to 10`}
      className="block w-full max-w-100"
    >
      <line x1="6" x2={WIDTH - 6} y1="10" y2="10" className="stroke-line-strong" />
      {scores.map((score, n) => (
        <circle
          key={n}
          cx={getX(score)}
          cy="10"
          r="4"
          className="fill-ink-muted"
          fillOpacity="0.5"
        />
      ))}
    </svg>
  );
}
