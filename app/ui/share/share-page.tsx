import styles from '~/styles/document.css?inline';
import { renderOutsiderPage } from '~/ui/layout/outsider-page';
import type { ShareView } from './share-view.server';

export const SHARE_STYLES = styles;

interface SharePageOptions {
  address?: string;
}

export function renderSharePage(view: ShareView, { address }: SharePageOptions = {}): string {
  const { fund, company, summary, score, until, sections, evaluation, files } = view;
  return renderOutsiderPage(
    { title: company, styles },
    <>
      {!address && (
        <p className="notice">Preview: this page has not been created, and only you see it.</p>
      )}
      <header>
        {fund && <p className="fund">{fund}</p>}
        <h1>
          <bdi>{company}</bdi>
        </h1>
        {score && (
          <p className={`score tone-${score.tone}`}>
            <span>Score</span> <b>{score.text}</b>
          </p>
        )}
        {summary && <p className="summary">{summary}</p>}
        <p className="muted">Available until {until} (UTC)</p>
      </header>
      {sections.map(({ title, facts }) => (
        <section key={title}>
          <h2>{title}</h2>
          <Facts facts={facts} />
        </section>
      ))}
      {evaluation && <Evaluation {...evaluation} />}
      <Notes view={view} address={address} />
      {files.length > 0 && (
        <section>
          <h2>Files</h2>
          <ul>
            {files.map(({ id, name, size }) => (
              <li key={id}>
                {address ? <a href={`${address}/files/${id}`}>{name}</a> : <b>{name}</b>}{' '}
                <span className="muted">{size}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>,
  );
}

export function renderNoSharePage(message: string): string {
  return renderOutsiderPage(
    { title: 'Not available', styles },
    <>
      <h1>Not available</h1>
      <p>{message}</p>
    </>,
  );
}

function Notes({ view, address }: SharePageOptions & { view: ShareView }) {
  const { notes, page, hasMoreNotes } = view;
  if (!notes.length) return null;
  return (
    <section>
      <h2>Notes</h2>
      {notes.map(({ text, day }, n) => (
        <section key={n}>
          <h3>{day}</h3>
          <p className="text">{text}</p>
        </section>
      ))}
      {address && page > 1 && (
        <p>
          <a href={page > 2 ? `${address}?notes=${page - 1}` : address}>Earlier notes</a>
        </p>
      )}
      {hasMoreNotes && (
        <p>{address ? <a href={`${address}?notes=${page + 1}`}>More notes</a> : 'More notes'}</p>
      )}
    </section>
  );
}

const STANDALONE_KINDS = ['list', 'lines'];

function Facts({ facts }: Pick<ShareView['sections'][number], 'facts'>) {
  const joinTexts = (value: string | string[] | null) => [value ?? []].flat().join(', ');
  if (STANDALONE_KINDS.includes(facts[0]!.kind))
    return <p className="text">{joinTexts(facts[0]!.value)}</p>;
  return (
    <dl>
      {facts.map(({ key, label, value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="text">
            {joinTexts(value)}
            {note && <span className="muted"> ({note})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Evaluation({ score, categories }: NonNullable<ShareView['evaluation']>) {
  return (
    <section>
      <h2>Evaluation: {score}/10</h2>
      {categories.map(({ title, score, percent, notes, criteria }) => (
        <section key={title}>
          <h3>
            {title}: {score}
          </h3>
          <svg className="bar" aria-hidden>
            <rect width={`${percent}%`} height="100%" rx="2" />
          </svg>
          <dl className="criteria">
            {criteria.map(({ label, score }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{score}</dd>
              </div>
            ))}
          </dl>
          {notes && <p className="text">{notes}</p>}
        </section>
      ))}
    </section>
  );
}
