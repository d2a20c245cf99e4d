import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { restoreEvaluation, restoreField } from '~/domain/timeline/restore.server';
import { formAction } from '~/http/forms/form-action.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/changes.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { useFromQuery } from '~/ui/layout/from-query';
import { Pager } from '~/ui/table/pager';
import { EvaluationVersion } from './evaluation-version';
import { ScoreChart } from './score-chart';
import { Timeline } from './timeline';
import { loadDealHistoryView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('History', ({ company }) => company);

export { clientLoader } from '~/ui/layout/list-cache';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadDealHistoryView(
    viewer,
    parseId(params.id),
    new URL(request.url).searchParams,
    readLocale(request),
  );
}

export const action = formAction({
  fields: { text: ['version', 'change', 'field'] },
  async handler({ viewer, request, params, form }) {
    const redirectTo = getHistoryPath(request, viewer, params.id);
    const id = parseId(params.id);
    if (form.has('version')) {
      await restoreEvaluation(viewer, id, parseId(form.get('version')));
      return { redirectTo, toast: { title: 'Success', text: 'Evaluation restored' } };
    }
    const field = form.get('field') ?? '';
    await restoreField(viewer, id, parseId(form.get('change')), field);
    const { labels } = await createCustomFieldFormatter();
    const text = `${getHistoryFieldLabel(field, labels)} restored`;
    return { redirectTo, toast: { title: 'Success', text } };
  },
  onError(error, { viewer, request, params }) {
    if (error.status === 404) return undefined;
    const toast = { title: 'Error', text: error.reason, failed: true };
    return { redirectTo: getHistoryPath(request, viewer, params.id), toast };
  },
});

function getHistoryPath(request: Request, viewer: Viewer, id: string | undefined): string {
  return `/pipeline/${parseId(id)}/history${buildFromQuery(request, viewer)}`;
}

export default function DealHistory() {
  const {
    id,
    company,
    owner,
    canTransfer,
    pager,
    changes,
    scores: course,
    scoresNote,
    compared,
  } = useLoaderData<typeof loader>();
  const from = useFromQuery();
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-6 break-words text-text">
        <div>
          <Link to={`/pipeline/${id}${from}`} className="link text-base">
            {company}
          </Link>
          <h1 className="mt-2">History</h1>
          <p className="muted">
            {`Owner: ${owner} `}
            {canTransfer && (
              <Link to={`/pipeline/${id}/owner${from}`} className="link">
                Hand over
              </Link>
            )}
          </p>
        </div>
        {compared && <EvaluationVersion version={compared} />}
        <ScoreChart course={course} note={scoresNote} />
        {changes.length ? <Timeline id={id} changes={changes} /> : <p>No changes recorded.</p>}
        <Pager {...pager} noun="changes" />
      </div>
    </AppLayout>
  );
}
