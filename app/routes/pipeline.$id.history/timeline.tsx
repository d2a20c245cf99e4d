import { Link } from '@remix-run/react';
import { ChangedFields, ChangeHead } from '~/ui/history/change';
import type { ChangeView } from '~/ui/history/change-view.server';
import { useAddress } from '~/ui/layout/address';
import { useFromQuery } from '~/ui/layout/from-query';

function hasEvaluationVersion({ subject, kind }: ChangeView): boolean {
  return subject === 'evaluation' && kind !== 'restored' && kind !== 'deleted';
}

interface TimelineProps {
  id: number;
  changes: ChangeView[];
  canEdit: boolean;
}

export function Timeline({ id, changes, canEdit }: TimelineProps) {
  const address = useAddress();
  const from = useFromQuery();
  return (
    <ol className="timeline ruled">
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} showAbout={change.subjectId !== String(id)} />
          <ChangedFields
            change={change}
            whole={`/pipeline/${id}/history/${change.id}${from}`}
            canRestore={canEdit}
          />
          {hasEvaluationVersion(change) && (
            <Link to={address({ version: change.id })} className="link">
              View this version
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
