import type { LatestChange } from '~/screens/timeline/latest.server';
import { counted } from '~/models/text';
import { ChangeHead } from './timeline';

/** A deal's latest changes, each with what it changed in a line. */
export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  if (!changes.length) return <p className="muted">No changes recorded.</p>;
  return (
    <ol className="latest">
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
          {change.fields.map(({ label, from, to }) => (
            <p key={label} className="latest-field">
              <span className="muted">{label}: </span>
              {from && `${from} `}
              <span aria-hidden>→ </span>
              {to || <span className="muted">empty</span>}
            </p>
          ))}
          {change.more > 0 && <p className="muted">and {counted(change.more, 'more field')}</p>}
        </li>
      ))}
    </ol>
  );
}
