import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { PipelineForm } from '~/components/deal/pipeline-form';
import { attempt } from '~/attempt.server';
import { type PostedForm, readForm, readSubmission } from '~/web/forms/request.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { activeFields, listPeople } from '~/models/field/fields.server';
import { currentLists } from '~/models/lists/list.server';
import { ownInputs } from '~/screens/deal/own.server';
import { ownForm } from '~/models/field/schema';
import type { Viewer } from '~/models/access';
import { lowestScore } from '~/models/score';
import { newPipelineForm, pipelineForm } from '~/models/pipeline/schema';
import { duplicatesQuestion, submitPipeline } from '~/models/pipeline/conflict.server';
import { offeredValues } from '~/models/pipeline/options';
import { findSent } from '~/models/pipeline/write.server';
import { readLocale } from '~/web/session/appearance.server';
import { returnPath, returnPathAfterSave } from '~/web/forms/list-address.server';
import { makeToast } from '~/web/forms/toast.server';
import styles from '~/styles/deal-form.css?url';

export const links = styledBy(styles);

export const meta = titled('Add New Deal');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    home: returnPath(request, viewer),
    submission: crypto.randomUUID(),
    offered: offeredValues(await currentLists()),
    own: await ownInputs(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const own = await activeFields();
  const form = await readForm(request, newPipelineForm(own));
  const schema = pipelineForm(lowestScore(null), ownForm(own, await listPeople()));
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return data({ result: submission.reply() }, 400);
  const sent = readSubmission(form.get('submission'));
  const question = await questionOf(request, viewer, form, submission.value.companyName);
  if (question && !(await findSent(viewer, sent)))
    return data({ result: submission.reply(), question }, 409);
  const { refused } = await attempt(() =>
    submitPipeline(
      viewer,
      submission.value,
      sent,
      readLocale(request),
      form.get('scoreReason')?.trim(),
    ),
  );
  if (refused) {
    const failure = `Failed to create pipeline. ${refused.message}`;
    return data({ result: submission.reply(), failure }, refused.status);
  }
  const next = returnPathAfterSave(request, viewer);
  return leaveForm(request, viewer, next, makeToast('Success', 'Pipeline created successfully'));
}

function questionOf(
  request: Request,
  viewer: Viewer,
  form: PostedForm<'force'>,
  companyName: string,
) {
  const confirmed = form.get('force');
  return duplicatesQuestion(viewer, companyName, { confirmed }, readLocale(request));
}

export default function NewPipeline() {
  const { home, submission, own, offered } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <PipelineForm
        title="Add New Deal"
        home={home}
        submission={submission}
        own={own}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </Frame>
  );
}
