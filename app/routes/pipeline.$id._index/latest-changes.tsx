import { formatCount } from '~/domain/text/text';
import { PersonName, TokenName } from '~/ui/history/change';
import type { LatestChange } from './latest-changes.server';

export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  if (!changes.length) return <p className="muted">No changes recorded.</p>;
  return (
    <ol className="latest ruled">
      {changes.map((change) => (
        <li key={change.id}>
          <p>
            <PersonName {...change.who} /> <bdi>{change.sentence}</bdi>{' '}
            <span className="muted">
              {change.at}
              {change.token && <TokenName name={change.token} />}
              {change.import && ` · ${change.import.text}`}
            </span>
          </p>
          {change.reason && <p className="break-words">“{change.reason}”</p>}
          {change.fields.map(({ label, from, to }) => (
            <p key={label}>
              <span className="muted">{label}: </span>
              {from && `${from} `}
              <span aria-hidden>→ </span>
              {to || <span className="muted">empty</span>}
            </p>
          ))}
          {change.more > 0 && <p className="muted">and {formatCount(change.more, 'more field')}</p>}
        </li>
      ))}
    </ol>
  );
}
