import { formatCount } from '~/domain/text/text';
import { PersonName, TokenName } from '~/ui/history/change';
import type { LatestChange } from './latest-changes.server';

const VERBS: Partial<Record<LatestChange['act'], string>> = {
  created: 'added',
  purged: 'deleted for good',
};

export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  if (!changes.length) return <p className="muted">No changes recorded.</p>;
  return (
    <ol className="latest ruled">
      {changes.map((change) => (
        <li key={change.id}>
          <p>
            <PersonName {...change.who} /> <bdi>{describeChange(change)}</bdi>{' '}
            <span className="muted">
              {change.at}
              {change.token && <TokenName name={change.token} />}
              {change.import && ` · ${change.import.text}`}
            </span>
          </p>
          {change.reason && <p className="break-words">“{change.reason}”</p>}
          {change.fields.map(({ label, from, to, sentence }) =>
            sentence ? null : (
              <p key={label}>
                <span className="muted">{label}: </span>
                {from && `${from} `}
                <span aria-hidden>→ </span>
                {to || <span className="muted">empty</span>}
              </p>
            ),
          )}
          {change.more > 0 && <p className="muted">and {formatCount(change.more, 'more field')}</p>}
        </li>
      ))}
    </ol>
  );
}

function describeChange({ subject, act, merge, item, fields, more }: LatestChange): string {
  const verb = VERBS[act] ?? act;
  if (merge) return merge === 'merged' ? 'merged the deal with another' : 'split the deal again';
  if (subject === 'evaluation')
    return act === 'deleted' ? 'deleted the evaluation' : 'evaluated the deal';
  if (subject === 'note') return `${verb} a note`;
  if (item) return `${verb} ${item}`;
  if (act !== 'changed') return `${verb} the deal`;
  const [first, ...others] = fields;
  if (first?.sentence) return `changed the collaborators: ${first.sentence}`;
  if (!first || others.length || more)
    return `changed ${formatCount(fields.length + more, 'field')}`;
  if (first.field === 'stage') return `moved the deal to ${first.to}`;
  if (first.field === 'owner') return `transferred the deal to ${first.to}`;
  return `changed ${first.label}`;
}
