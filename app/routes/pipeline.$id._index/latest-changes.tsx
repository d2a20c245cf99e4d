import { formatCount } from '~/domain/text/text';
import { ChangeHead } from '~/ui/history/change';
import type { LatestChange } from './latest-changes.server';

export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  if (!changes.length) return <p className="muted">No changes recorded.</p>;
  return (
    <ol className="latest ruled">
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
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
