import { Link, useLoaderData } from '@remix-run/react';
import styles from '~/evaluation.css?url';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { RecusalForm } from './recusal-form';
import { ScorecardForm } from './scorecard-form';
import type { loader } from './view.server';

export const meta = createTitleMeta('Scorecard');

export const links = createStyleLinks(styles);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function Scorecard() {
  const { id, company, round, state, version, values } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const saved = useSavedSubmission<Record<string, string>>();
  const isOpen = reply?.isOpen ?? round.isOpen;
  const isWritable = isOpen && state !== 'recused';
  const recusal = reply?.values.recusal ?? saved?.recusal;
  return (
    <AppLayout>
      <div className="grid max-w-200 gap-4 wrap-anywhere">
        <div>
          <BackLink to={`/pipeline/${id}`}>{company}</BackLink>
          <h1>Scorecard</h1>
        </div>
        <p className="muted">
          {isOpen
            ? `Open until ${round.until}. Other evaluators see your scorecard once they have submitted theirs or the round is closed.`
            : 'This round is closed. Scorecards can no longer be changed.'}{' '}
          <Link to={`/pipeline/${id}/round/${round.id}`} className="link">
            Round
          </Link>
        </p>
        {state === 'recused' && (
          <p className="notice" role="note">
            You have recused yourself from this round.
          </p>
        )}
        {(isWritable || reply || saved) && (
          <ScorecardForm
            key={round.id}
            roundId={round.id}
            stored={values}
            values={{ ...values, ...saved, ...reply?.values }}
            errors={reply?.errors ?? []}
            version={reply?.version ?? saved?.seen ?? version}
            isSubmitted={state === 'submitted'}
            isWritable={isWritable}
          />
        )}
        {(isOpen || recusal !== undefined) && (
          <RecusalForm roundId={round.id} isOpen={isOpen} typed={recusal} />
        )}
      </div>
    </AppLayout>
  );
}
