import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { useFromQuery } from '~/components/frame/address';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { EvaluationVersion } from '~/components/history/evaluation-version';
import { ScoreChart } from '~/components/history/score-chart';
import { Timeline } from '~/components/history/timeline';
import { Pager } from '~/components/list/pager';
import { ownWords } from '~/models/field/fields.server';
import { fieldLabel } from '~/models/timeline/labels';
import { pipelineHistoryView } from '~/screens/timeline/deal.server';
import { attempt } from '~/attempt.server';
import { readForm, readId } from '~/web/forms/request.server';
import { restoreEvaluation, restoreField } from '~/models/timeline/restore.server';
import { readLocale } from '~/web/session/appearance.server';
import { fromQuery } from '~/web/forms/list-address.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/changes.css?url';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('History', ({ company }) => company);

export { clientLoader } from '~/components/list/list-cache';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return pipelineHistoryView(
    viewer,
    readId(params.id),
    new URL(request.url).searchParams,
    readLocale(request),
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const form = await readForm(request, { text: ['version', 'change', 'field'] });
  const idIn = (name: 'version' | 'change') => readId(form.get(name) ?? undefined);
  const { refused } = await attempt<unknown>(() =>
    form.has('version')
      ? restoreEvaluation(viewer, id, idIn('version'))
      : restoreField(viewer, id, idIn('change'), form.get('field') ?? ''),
  );
  if (refused?.status === 404) throw refused;
  const back = `/pipeline/${id}/history${fromQuery(request, viewer)}`;
  const why = refused?.errors?.[0]?.message ?? refused?.message;
  if (refused) return redirectWithToast(back, makeToast('Error', why, true));
  return redirectWithToast(
    back,
    makeToast(
      'Success',
      `${form.has('version') ? 'Evaluation' : fieldLabel(form.get('field') ?? '', (await ownWords()).labels)} restored`,
    ),
  );
}

export default function PipelineHistory() {
  const {
    id,
    company,
    owner,
    mayHandOver,
    pager,
    changes,
    scores: course,
    scoresNote,
    compared,
  } = useLoaderData<typeof loader>();
  const from = useFromQuery();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-6 break-words text-text">
        <div>
          <Link to={`/pipeline/${id}${from}`} className="link text-base">
            {company}
          </Link>
          <h1 className="mt-2">History</h1>
          <p className="muted">
            {`Owner: ${owner} `}
            {mayHandOver && (
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
    </Frame>
  );
}
