import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { keepUnsent, unlessUnsent } from '~/components/forms/unsent';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { PipelineForm } from '~/components/pipeline/pipeline-form';
import { attempt } from '~/refusal.server';
import { readForm, readId, shownFields, withStored } from '~/web/request.server';
import { deleteSentDraft, requireUserOrSaveDraft } from '~/web/drafts.server';
import { homeOf } from '~/models/access';
import { formatDateTime } from '~/models/dates';
import { EDIT_PIPELINE_FORM } from '~/models/pipeline/forms';
import { lowestScore } from '~/models/pipeline/score';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { pipelineForm } from '~/models/pipeline/schema';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { clashesOf, formValues, takeTheirs } from '~/models/pipeline/conflict.server';
import { readLocale } from '~/web/appearance.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.stored.values.companyName} · ` : ''}Edit Deal · ${PRODUCT}` },
];

export const clientAction = keepUnsent;

export const shouldRevalidate = unlessUnsent;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const pipeline = await getPipeline(viewer, readId(params.id));
  const { evaluationScore: score, version, updatedAt } = pipeline;
  return {
    home: homeOf(viewer),
    stored: {
      values: formValues(pipeline),
      score,
      version,
      updatedAt: formatDateTime(updatedAt, readLocale(request)),
    },
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveDraft(request);
  const id = readId(params.id);
  const stored = await getPipeline(viewer, id);
  const form = takeTheirs(await readForm(request, EDIT_PIPELINE_FORM), stored);
  const schema = pipelineForm(
    lowestScore(stored.evaluationScore),
    shownFields(form, PIPELINE_KEYS),
  );
  const submission = parseWithZod(form, { schema });
  const reply = (current = stored) => withStored(submission.reply(), form, formValues(current));
  if (submission.status !== 'success') return data({ result: reply() }, 400);
  const version = Number(form.get('version'));
  const { refused } = await attempt(() => updatePipeline(viewer, id, submission.value, version));
  if (refused) {
    const { status, message } = refused;
    const failure = 'Failed to update pipeline';
    if (status !== 412) return data({ result: reply(), failure: `${failure}. ${message}` }, status);
    const current = await getPipeline(viewer, id);
    const conflict = { version: current.version, clashes: clashesOf(submission.value, current) };
    return data({ result: reply(current), failure, conflict }, 409);
  }
  await deleteSentDraft(request, viewer);
  const next = form.get('then') === 'evaluate' ? `/pipeline/${id}/evaluation` : homeOf(viewer);
  return redirectWithToast(next, makeToast('Success', 'Pipeline updated successfully'));
}

export default function EditPipeline() {
  const { home, stored } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <PipelineForm
        key={useParams().id}
        title="Edit Deal"
        home={home}
        stored={stored}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </Frame>
  );
}
