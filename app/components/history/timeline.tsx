import { Form, Link } from '@remix-run/react';
import type { ChangeView, VersionView, WholeChangeView } from '~/models/history/view.server';
import { ACT_LABELS, SUBJECT_LABELS } from '~/models/history/fields';
import { truncated } from '~/models/text';
import { useAddress, useFromQuery } from '~/components/frame/address';

/** Longer texts are collapsed, in characters. */
const LONG = 160;
/** More fields are collapsed. */
const MANY = 5;

export function PersonName({ name, email }: ChangeView['who']) {
  return <span title={email}>{name}</span>;
}

export function ChangeHead({
  change,
  showAbout,
}: {
  change: Omit<WholeChangeView, 'fields'>;
  showAbout?: boolean;
}) {
  return (
    <p>
      <strong className="font-semibold">{changeTitle(change)}</strong>{' '}
      {showAbout && <PersonName {...change.about} />}{' '}
      <span className="muted">
        {`${change.at} · `}
        <PersonName {...change.who} />
        {change.import && <ImportName {...change.import} />}
      </span>
    </p>
  );
}

function ImportName({ text, id }: NonNullable<ChangeView['import']>) {
  return (
    <>
      {' · '}
      {id ? (
        <Link to={`/import/${id}/result`} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
    </>
  );
}

/** For example 'Evaluation changed' or 'Account: password changed'. */
function changeTitle({ subject, act }: Pick<ChangeView, 'subject' | 'act'>): string {
  return `${SUBJECT_LABELS[subject]}${act.includes(' ') ? ':' : ''} ${ACT_LABELS[act]}`;
}

function hasVersion({ subject, act }: ChangeView): boolean {
  return subject === 'evaluation' && act !== 'restored' && act !== 'deleted';
}

export function Timeline({ id, changes }: { id: number; changes: ChangeView[] }) {
  const address = useAddress();
  const from = useFromQuery();
  return (
    <ol className="timeline">
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
          <ChangedFields
            change={change}
            whole={`/pipeline/${id}/history/${change.id}${from}`}
            restorable
          />
          {hasVersion(change) && (
            <Link to={address({ version: change.id })} className="link">
              View this version
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * The old and new value of each field; if `restorable`, with a button to restore the old one.
 * `whole` is the address of the change with its long texts.
 */
export function ChangedFields({
  change,
  whole,
  restorable = false,
}: {
  change: ChangeView;
  whole: string;
  restorable?: boolean;
}) {
  if (!change.fields.length) return null;
  const fields = (
    <>
      <Fields change={change} restorable={restorable} />
      {change.isCut && (
        <Link to={whole} className="link">
          Show full text
        </Link>
      )}
    </>
  );
  if (change.fields.length <= MANY) return fields;
  return (
    <details>
      <summary>{change.fields.length} fields</summary>
      {fields}
    </details>
  );
}

export function WholeChange({ change }: { change: WholeChangeView }) {
  return (
    <>
      <ChangeHead change={change} />
      <Fields change={change} />
    </>
  );
}

interface FieldsProps {
  change: Pick<WholeChangeView, 'id' | 'act'> & {
    fields: (WholeChangeView['fields'][number] & { restorable?: boolean })[];
  };
  restorable?: boolean;
}

function Fields({ change, restorable = false }: FieldsProps) {
  return (
    <dl className="changed">
      {change.fields.map(({ field, label, from, to, ...one }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {change.act !== 'created' && from !== to && (
              <>
                <del>
                  <Text text={from} />
                </del>{' '}
                <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins>
              <Text text={to} />
            </ins>
            {from === to && ', set anew'}
            {restorable && one.restorable && (
              <Form
                method="post"
                className="max-w-full max-sm:mt-1 sm:inline-block"
                preventScrollReset
              >
                <input type="hidden" name="change" value={change.id} />
                <button
                  name="field"
                  value={field}
                  className="btn sm:ml-2"
                  aria-label={`${restoreText(from)} (${label})`}
                >
                  {restoreText(from)}
                </button>
              </Form>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Which value a button restores, in a few characters: 'Restore 5.0', 'Restore “Seed round…”'. */
function restoreText(value: string): string {
  const short = value.replace(/\s+/g, ' ').trim();
  if (!short) return 'Restore to empty';
  if (/^\d+\.\d$/.test(short)) return `Restore ${short}`;
  return `Restore “${short.length > 24 ? `${truncated(short, 24).trim()}…` : short}”`;
}

function Text({ text }: { text: string }) {
  if (!text) return <span className="muted">empty</span>;
  return <span className="break-words whitespace-pre-wrap">{text}</span>;
}

export const isLong = (text: string) => text.length > LONG;

/** Collapsed if it is long. */
export function LongText({ text }: { text: string }) {
  if (!isLong(text)) return <Text text={text} />;
  return (
    <details className="inline-block max-w-full align-top">
      <summary>{truncated(text, LONG)}…</summary>
      <Text text={text} />
    </details>
  );
}

const [WIDTH, HEIGHT] = [600, 100];

interface ScorePoint {
  time: number;
  at: string;
  score: number | null;
}

/** A deal's scores over time as a step chart, and as a table for screen readers. */
export function ScoreChart({ course, note }: { course: ScorePoint[]; note?: string }) {
  if (course.length < 2) return null;
  const x = xScale(course);
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
              <circle key={n} cx={x(n)} cy={y(score)} r="3.5" className="fill-accent" />
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

/** Half by time and half by order, so that changes within a minute are apart. */
function xScale(course: ScorePoint[]): (n: number) => number {
  const first = course[0]!.time;
  const span = Math.max(1, course.at(-1)!.time - first);
  return (n) => {
    const byTime = (course[n]!.time - first) / span;
    const byOrder = n / (course.length - 1);
    return Math.round(8 + (WIDTH - 16) * (0.5 * byTime + 0.5 * byOrder));
  };
}

export function EvaluationVersion({ version }: { version: VersionView }) {
  return (
    <section className="section" aria-labelledby="version">
      <h2 id="version">{`Evaluation as of ${version.at}`}</h2>
      <p className="muted">
        Saved by <PersonName {...version.who} />
      </p>
      <div className="overflow-x-auto">
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              <th scope="col">Then</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          {version.categories.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <VersionRow key={row.field} {...row} />
              ))}
            </tbody>
          ))}
          <tbody>
            <VersionRow {...version.mean} />
          </tbody>
        </table>
      </div>
      {version.differs && (
        <Form method="post">
          <button name="version" value={version.id} className="btn">
            Restore this evaluation
          </button>
        </Form>
      )}
    </section>
  );
}

function VersionRow({ label, then, now }: { label: string; then: string; now: string }) {
  return (
    <tr className={then === now ? undefined : 'differs'}>
      <th scope="row">{label}</th>
      <td>
        <LongText text={then} />
      </td>
      <td>
        <LongText text={now} />
        {then !== now && <span className="sr-only"> (differs)</span>}
      </td>
    </tr>
  );
}
