import { Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/changes.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { useFromQuery } from '~/ui/layout/from-query';
import { Pager } from '~/ui/table/pager';
import { EvaluationVersion } from './evaluation-version';
import { ScoreChart } from './score-chart';
import { Timeline } from './timeline';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('History', ({ company }) => company);

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function DealHistory() {
  const {
    id,
    company,
    owner,
    canTransfer,
    canEdit,
    pager,
    changes,
    scores: course,
    scoresNote,
    compared,
  } = useLoaderData<typeof loader>();
  const from = useFromQuery();
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-6 break-words text-text">
        <div>
          <BackLink to={`/pipeline/${id}${from}`}>{company}</BackLink>
          <h1>History</h1>
          <p className="muted">
            {`Owner: ${owner} `}
            {canTransfer && (
              <Link to={`/pipeline/${id}/owner${from}`} className="link">
                Transfer
              </Link>
            )}
          </p>
        </div>
        {compared && <EvaluationVersion version={compared} canEdit={canEdit} />}
        <ScoreChart course={course} note={scoresNote} />
        {changes.length ? (
          <Timeline id={id} changes={changes} canEdit={canEdit} />
        ) : (
          <p>No changes recorded.</p>
        )}
        <Pager {...pager} noun="changes" />
      </div>
    </AppLayout>
  );
}
