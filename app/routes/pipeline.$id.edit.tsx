import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { PipelineForm } from '~/components/deal/pipeline-form';
import { attempt } from '~/attempt.server';
import { readForm, readId, shownFields, withStored } from '~/web/forms/request.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { formatDateTime } from '~/models/dates';
import { activeFields, listPeople } from '~/models/field/fields.server';
import { currentLists } from '~/models/lists/list.server';
import { ownInputs } from '~/screens/deal/own.server';
import { ownForm } from '~/models/field/schema';
import { ownNames } from '~/models/field/values';
import { latestChange } from '~/models/history/since.server';
import { editPipelineForm, pipelineForm } from '~/models/pipeline/schema';
import { lowestScore } from '~/models/score';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { offeredValues } from '~/models/pipeline/options';
import { getPipeline } from '~/models/pipeline/write.server';
import { formValues, mergePipeline } from '~/models/pipeline/conflict.server';
import { readLocale } from '~/web/session/appearance.server';
import { fromQuery, returnPath, returnPathAfterSave } from '~/web/forms/list-address.server';
import { makeToast } from '~/web/forms/toast.server';
import styles from '~/styles/deal-form.css?url';

export const links = styledBy(styles);

export const meta = titled<typeof loader>(
  'Edit Deal',
  ({ stored }) => `${stored.values.companyName}`,
);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const pipeline = await getPipeline(viewer, readId(params.id));
  const { evaluationScore: score, version, updatedAt } = pipeline;
  const fields = await activeFields();
  return {
    home: returnPath(request, viewer, pipeline.id),
    offered: offeredValues(await currentLists()),
    own: await ownInputs(pipeline.fields),
    stored: {
      values: formValues(pipeline, fields),
      score,
      version,
      opened: await latestChange('pipeline', pipeline.id),
      updatedAt: formatDateTime(updatedAt, readLocale(request)),
    },
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  const stored = await getPipeline(viewer, id);
  const own = await activeFields();
  const form = await readForm(request, editPipelineForm(own));
  const schema = pipelineForm(
    lowestScore(stored.evaluationScore),
    ownForm(own, await listPeople(), stored.fields),
    shownFields(form, [...PIPELINE_KEYS, ...ownNames(own)]),
    stored.industries.length,
  );
  const submission = parseWithZod(form, { schema });
  const result = withStored(submission.reply(), form, formValues(stored, own));
  if (submission.status !== 'success') return data({ result }, 400);
  const { value: saved, refused } = await attempt(() =>
    mergePipeline(viewer, id, form, submission.value, readLocale(request)),
  );
  const failure = 'Failed to update pipeline';
  if (refused) return data({ result, failure: `${failure}. ${refused.message}` }, refused.status);
  if (saved.conflict) return data({ result, failure, conflict: saved.conflict }, 409);
  if (saved.question) return data({ result, question: saved.question }, 409);
  const next =
    form.get('then') === 'evaluate'
      ? `/pipeline/${id}/evaluation${fromQuery(request, viewer)}`
      : returnPathAfterSave(request, viewer, id);
  const text = `Pipeline updated successfully${saved.alsoChanged}`;
  return leaveForm(request, viewer, next, makeToast('Success', text));
}

export default function EditPipeline() {
  const { home, stored, own, offered } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <PipelineForm
        key={useParams().id}
        title="Edit Deal"
        home={home}
        stored={stored}
        own={own}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </Frame>
  );
}
