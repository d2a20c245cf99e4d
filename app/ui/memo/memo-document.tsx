import type { ReactNode } from 'react';
import styles from '~/styles/document.css?inline';
import { renderOutsiderPage } from '~/ui/layout/outsider-page';
import type { MemoView } from './memo-view.server';

export const MEMO_STYLES = styles;

export interface MemoOptions {
  isPreview?: boolean;
}

export function renderMemoView(view: MemoView, { isPreview = false }: MemoOptions = {}): string {
  const { fund, company, title, author, frozenAt, summary, risks } = view;
  return renderOutsiderPage(
    { title: `${title} – ${company}`, styles },
    <>
      {isPreview && (
        <p className="notice">Preview: this memo has not been frozen, and nothing is stored.</p>
      )}
      <header>
        {fund && <p className="fund">{fund}</p>}
        <p className="muted">
          Memo on <bdi>{company}</bdi>
        </p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="muted">
          {isPreview ? 'As of' : 'Frozen on'} {frozenAt} by <bdi>{author}</bdi>
        </p>
      </header>
      <Part title="Interpretation" about="What the author makes of it.">
        <Text title="Summary" text={summary} />
        <Text title="Risks" text={risks} />
      </Part>
      <OpenPoints view={view} />
      <Facts view={view} />
      <Judgement view={view} />
    </>,
  );
}

type FactView = MemoView['sections'][number]['facts'][number];

interface PartProps {
  title: string;
  about: string;
  children: ReactNode;
}

function Part({ title, about, children }: PartProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p className="muted">{about}</p>
      {children}
    </section>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <p className="text">{text.trim() ? text : <span className="muted">None</span>}</p>
    </>
  );
}

function OpenPoints({ view: { questions, conditions } }: { view: MemoView }) {
  return (
    <Part title="Open" about="What was not settled at that time.">
      <Text title="Open questions" text={questions} />
      <h3>Open conditions</h3>
      {conditions.length === 0 && <p className="muted">None</p>}
      <ul>
        {conditions.map(({ text, details }, n) => (
          <li key={n}>
            <bdi>{text}</bdi> <span className="muted">{details}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Facts({ view: { record, sections, files } }: { view: MemoView }) {
  return (
    <Part title="Facts" about="As they were stored at that time.">
      <dl>
        {record.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="text">{value}</dd>
          </div>
        ))}
      </dl>
      {sections.map(({ title, facts }) => (
        <section key={title}>
          <h3>{title}</h3>
          {facts.length === 1 && isSameName(title, facts[0]!.label) ? (
            <p className="text">
              <FactValue value={facts[0]!.value} note={facts[0]!.note} />
            </p>
          ) : (
            <dl>
              {facts.map(({ key, label, value, note }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd className="text">
                    <FactValue value={value} note={note} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
      {files.length > 0 && (
        <>
          <h3>Files</h3>
          <ul>
            {files.map(({ id, name, size, sha256 }) => (
              <li key={id}>
                <b>
                  <bdi>{name}</bdi>
                </b>{' '}
                <span className="muted">{size}</span>
                <br />
                <span className="muted">
                  SHA-256 <code>{sha256}</code>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** A text below a heading of its own name needs no label, which would narrow it on a phone. */
const isSameName = (title: string, label: string) => title.toLowerCase() === label.toLowerCase();

function FactValue({ value, note }: Pick<FactView, 'value' | 'note'>) {
  return (
    <>
      {value}
      {note && <span className="muted"> ({note})</span>}
    </>
  );
}

function Judgement({ view: { evaluation, round, notes } }: { view: MemoView }) {
  return (
    <Part title="Judgement" about="What people thought of it at that time.">
      {evaluation ? (
        <Evaluation {...evaluation} />
      ) : (
        <>
          <h3>Evaluation</h3>
          <p className="muted">Not evaluated yet</p>
        </>
      )}
      {round && <Round {...round} />}
      {notes.length > 0 && <h3>Notes</h3>}
      {notes.map(({ id, text, by }) => (
        <article key={id}>
          <p className="muted">
            <bdi>{by}</bdi>
          </p>
          <p className="text">{text}</p>
        </article>
      ))}
    </Part>
  );
}

function Evaluation(evaluation: NonNullable<MemoView['evaluation']>) {
  const { score, assessed, criteria, categories } = evaluation;
  return (
    <>
      <h3>Evaluation: {score}/10</h3>
      <p className="muted">
        {assessed} of {criteria} assessed
      </p>
      {categories.map((category) => (
        <section key={category.title}>
          <h4>
            {category.title}: {category.score}
          </h4>
          <dl className="criteria">
            {category.criteria.map(({ label, score }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{score}</dd>
              </div>
            ))}
          </dl>
          {category.notes && <p className="text">{category.notes}</p>}
        </section>
      ))}
    </>
  );
}

function Round({ title, states, revealed }: NonNullable<MemoView['round']>) {
  return (
    <>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <ul>
        {states.map(({ id, name, state }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span className="muted">{state}</span>
          </li>
        ))}
      </ul>
      {revealed ? (
        <Spread {...revealed} />
      ) : (
        <p>The round was still open, so this memo has none of its scores and votes.</p>
      )}
    </>
  );
}

function Spread(spread: NonNullable<NonNullable<MemoView['round']>['revealed']>) {
  const { order, widest, rows, votes, notes, recusals } = spread;
  return (
    <>
      {widest && <p>Widest apart: {widest}.</p>}
      {order && <p className="muted">Scores in the order {order}</p>}
      <table>
        <thead>
          <tr>
            {['Criterion', 'Median', 'Range', 'Scores'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, median, range, scores }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{median}</td>
              <td>{range}</td>
              <td>{scores}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h4>Votes</h4>
      {votes.map(({ id, name, vote, reason }) => (
        <p key={id} className="text">
          <bdi>{name}</bdi>: {vote}
          {reason && ` – ${reason}`}
        </p>
      ))}
      {recusals.map(({ id, name, reason }) => (
        <p key={id} className="text">
          <bdi>{name}</bdi>: recused – {reason}
        </p>
      ))}
      {notes.map(({ title, texts }) => (
        <section key={title}>
          <h4>{title}</h4>
          {texts.map(({ id, name, text }) => (
            <p key={id} className="text">
              <b>
                <bdi>{name}</bdi>
              </b>
              {`: ${text}`}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}
