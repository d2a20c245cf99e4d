import { CATEGORIES } from '~/domain/evaluation/criteria';
import {
  computeCategoryScore,
  countAssessedCriteria,
  type CriterionScores,
} from '~/domain/evaluation/score';
import { formatScore } from './category';

const CENTRE = { x: 144, y: 92 };
const RADIUS = 72;
const RINGS = [2.5, 5, 7.5, 10];

/** Returns the point of a score from 0 to 10 on an axis; the first axis points up. */
function getPoint(axis: number, score: number): { x: number; y: number } {
  const angle = ((axis / CATEGORIES.length) * 2 - 0.5) * Math.PI;
  const length = (score / 10) * RADIUS;
  return {
    x: Number((CENTRE.x + length * Math.cos(angle)).toFixed(1)),
    y: Number((CENTRE.y + length * Math.sin(angle)).toFixed(1)),
  };
}

function getOutline(getScore: (axis: number) => number): string {
  return CATEGORIES.map((_, axis) => getPoint(axis, getScore(axis)))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
}

export function EvaluationRadar({ scores }: { scores: CriterionScores }) {
  const means = CATEGORIES.map((category) => computeCategoryScore(scores, category));
  const [area, points] = countAssessedCriteria(scores)
    ? ['fill-sunken stroke-line-strong', 'fill-ink-muted']
    : ['fill-none stroke-line-strong', 'fill-line-strong'];
  return (
    <figure>
      <svg
        viewBox="0 0 288 174"
        role="img"
        aria-label="Radar chart of the seven category scores"
        className="radar mx-auto block w-full max-w-[360px]"
      >
        {RINGS.map((ring) => (
          <polygon key={ring} points={getOutline(() => ring)} className="fill-none stroke-line" />
        ))}
        {CATEGORIES.map(({ title }, axis) => (
          <Axis key={title} axis={axis} title={title} />
        ))}
        <polygon
          points={getOutline((axis) => means[axis] ?? 0)}
          className={area}
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        {means.map((mean, axis) => {
          const { x, y } = getPoint(axis, mean);
          return <circle key={axis} cx={x} cy={y} r="2.5" className={points} />;
        })}
      </svg>
      <ScoreTable means={means} />
    </figure>
  );
}

function Axis({ axis, title }: { axis: number; title: string }) {
  const tip = getPoint(axis, 10);
  const text = getPoint(axis, 11.4);
  const anchor = Math.abs(text.x - CENTRE.x) < 4 ? 'middle' : text.x > CENTRE.x ? 'start' : 'end';
  return (
    <g>
      <line x1={CENTRE.x} y1={CENTRE.y} x2={tip.x} y2={tip.y} className="stroke-line" />
      <text
        x={text.x}
        y={text.y}
        textAnchor={anchor}
        dominantBaseline="middle"
        className="fill-ink-muted"
      >
        {title}
      </text>
    </g>
  );
}

function ScoreTable({ means }: { means: number[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Category scores out of 10</caption>
        <tbody>
          {CATEGORIES.map(({ title }, axis) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{formatScore(means[axis] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
