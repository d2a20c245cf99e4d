import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { restoreEvaluation, restoreField } from '~/domain/timeline/restore.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
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

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const form = await readForm(request, { text: ['version', 'change', 'field'] });
  const idIn = (name: 'version' | 'change') => parseId(form.get(name) ?? undefined);
  const { refused } = await catchDomainError<unknown>(() =>
    form.has('version')
      ? restoreEvaluation(viewer, id, idIn('version'))
      : restoreField(viewer, id, idIn('change'), form.get('field') ?? ''),
  );
  if (refused?.status === 404) throw refused;
  const back = `/pipeline/${id}/history${buildFromQuery(request, viewer)}`;
  const why = refused?.errors?.[0]?.message ?? refused?.message;
  if (refused) return redirectWithToast(back, makeToast('Error', why, true));
  return redirectWithToast(
    back,
    makeToast(
      'Success',
      `${form.has('version') ? 'Evaluation' : getHistoryFieldLabel(form.get('field') ?? '', (await createCustomFieldFormatter()).labels)} restored`,
    ),
  );
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
