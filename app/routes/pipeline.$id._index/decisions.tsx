import { Link } from '@remix-run/react';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import { LinkedText } from '~/ui/text/linked-text';
import type { DecisionView } from './stage-history.server';

export function Decisions({ id, decisions }: { id: number; decisions: DecisionView[] }) {
  const from = useFromQuery();
  if (!decisions.length) return null;
  return (
    <ul aria-label="Decisions" className="grid max-w-[68ch] gap-1">
      {decisions.map(({ id: decision, title, text, score, version, by, at }) => (
        <li key={decision}>
          <b>{title}</b>
          {text && (
            <>
              {' – '}
              <LinkedText text={text} />
            </>
          )}{' '}
          <span className="muted">
            {at}, {by}, {score}
            {version && (
              <>
                {', '}
                <Link
                  to={appendQuery(`/pipeline/${id}/history?version=${version}`, from)}
                  className="link"
                >
                  evaluation at that time
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
