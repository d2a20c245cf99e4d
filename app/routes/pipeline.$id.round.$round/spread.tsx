import { Link } from '@remix-run/react';
import type { SpreadView } from './view.server';

const WIDTH = 200;
const HEIGHT = 20;

const getX = (score: number) => 6 + ((score - 1) / 9) * (WIDTH - 12);

export function Spread({ names, widest, whyNoneDiffer, categories, votes, recusals }: SpreadView) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <section className="card">
          <h2 className="mb-1">Widest range</h2>
          <dl className="ruled">
            {widest.map(({ label, min, max }) => (
              <div key={label} className="flex justify-between gap-3 py-1">
                <dt>{label}</dt>
                <dd className="flex-none tabular">
                  {min} to {max}
                </dd>
              </div>
            ))}
          </dl>
          {!widest.length && <p className="muted">{whyNoneDiffer}</p>}
        </section>
        <section className="card">
          <h2 className="mb-1">Votes</h2>
          <ul className="ruled">
            {votes.map(({ name, vote, reason, corrected }) => (
              <li key={name} className="py-1">
                <b>{name}</b> {vote}
                {reason && <span className="block text-ink-muted">{reason}</span>}
                {corrected && <span className="block text-ink-muted">Corrected {corrected}</span>}
              </li>
            ))}
            {recusals.map(({ name, reason }) => (
              <li key={name} className="py-1">
                <b>{name}</b> Recused
                <span className="block text-ink-muted">{reason}</span>
              </li>
            ))}
          </ul>
          {!votes.length && !recusals.length && <p className="muted">Nobody has voted.</p>}
        </section>
      </div>
      {categories.map((category) => (
        <CategorySpread key={category.title} names={names} {...category} />
      ))}
    </>
  );
}

type CategorySpreadProps = Pick<SpreadView, 'names'> & SpreadView['categories'][number];

function CategorySpread(props: CategorySpreadProps) {
  const { names, title, dots, criteria, notes, notesKey, isShortened } = props;
  return (
    <section id={notesKey} className="card grid gap-2">
      <h2>{title}</h2>
      <Dots title={title} scores={dots} />
      <div {...getScrollProps(title)} className="scroll-shade overflow-x-auto">
        <table className="text-left wrap-normal">
          <thead>
            <tr>
              <th scope="col" className="min-w-36 py-1 pr-4 md:min-w-56">
                Criterion
              </th>
              {[...names, 'Median', 'Range'].map((heading, n) => (
                <th key={n} scope="col" className="min-w-28 py-1 pr-4">
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
          <h3 className="font-semibold">{name}</h3>
          <p className="whitespace-pre-wrap">{text}</p>
        </div>
      ))}
      {isShortened && (
        <Link to={`?notes=${notesKey}#${notesKey}`} className="link">
          Show the notes on {title} in full
        </Link>
      )}
    </section>
  );
}

/** Lets the keyboard scroll a table. */
const getScrollProps = (title: string) => ({
  role: 'region',
  'aria-label': `${title} scores`,
  tabIndex: 0,
});

function Dots({ title, scores }: { title: string; scores: number[] }) {
  return (
    <div className="flex max-w-100 items-center gap-2 text-ink-muted tabular">
      <span aria-hidden className="flex-none">
        1
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: scores from 1 to 10`}
        className="block w-full"
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
      <span aria-hidden className="flex-none">
        10
      </span>
    </div>
  );
}
