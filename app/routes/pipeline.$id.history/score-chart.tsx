const WIDTH = 600;
const HEIGHT = 100;

interface ScorePoint {
  time: number;
  at: string;
  score: number | null;
}

export function ScoreChart({ course, note }: { course: ScorePoint[]; note?: string }) {
  if (course.length < 2) return null;
  const x = createTimeScale(course);
  const y = (score: number) => Math.round(8 + (HEIGHT - 16) * (1 - score / 10));
  const scores = course.map(({ score }) => score?.toFixed(1) ?? 'none');
  const steps = course.flatMap(({ score }, n) => {
    const before = course[n - 1]?.score ?? null;
    if (score === null) return [];
    return before === null ? `M${x(n)} ${y(score)}` : `H${x(n)} V${y(score)}`;
  });
  return (
    <figure className="section">
      <h2>Score</h2>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Scores over time: ${scores.join(', ')}`}
        className="block w-full"
      >
        {[0, 5, 10].map((score) => (
          <line key={score} x1="0" x2={WIDTH} y1={y(score)} y2={y(score)} className="stroke-line" />
        ))}
        <path d={steps.join(' ')} className="fill-none stroke-accent" strokeWidth="2" />
        {course.map(
          ({ score }, n) =>
            score !== null && (
              <circle key={n} cx={x(n)} cy={y(score)} r="3.5" className="fill-ink-muted" />
            ),
        )}
      </svg>
      {note && <p className="muted">{note}</p>}
      <div className="sr-only">
        <table>
          <caption>Scores</caption>
          <tbody>
            {course.map(({ at }, n) => (
              <tr key={n}>
                <th scope="row">{at}</th>
                <td>{scores[n]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Weighs time and order equally, so that changes within a minute stay apart. */
function createTimeScale(course: ScorePoint[]): (n: number) => number {
  const first = course[0]!.time;
  const span = Math.max(1, course.at(-1)!.time - first);
  return (n) => {
    const byTime = (course[n]!.time - first) / span;
    const byOrder = n / (course.length - 1);
    return Math.round(8 + (WIDTH - 16) * (0.5 * byTime + 0.5 * byOrder));
  };
}
