import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { createCustomFieldsSchema } from '~/domain/custom-field/deal-form-schema';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { findDealBySubmission } from '~/domain/deal/create.server';
import { buildDuplicatesQuestion } from '~/domain/deal/duplicates-question.server';
import { createDealFromForm } from '~/domain/deal/form-conflict.server';
import { getNewDealFormFields } from '~/domain/deal/form-fields';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { createDealFormSchema } from '~/domain/deal/schema';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getMinScore } from '~/domain/score/score';
import { getReturnPath, getReturnPathAfterSave } from '~/http/forms/return-path.server';
import {
  redirectAfterSave,
  requireUserOrSaveSubmission,
} from '~/http/forms/saved-submission.server';
import { type PostedForm, readForm } from '~/http/request/form.server';
import { parseSubmissionKey } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import styles from '~/styles/deal-form.css?url';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';
import { DealForm } from '~/ui/deal-form/deal-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Add New Deal');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    home: getReturnPath(request, viewer),
    submission: crypto.randomUUID(),
    offered: getOfferedValues(await getOptionLists()),
    customInputs: await loadCustomFieldInputs(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveSubmission(request);
  const customFields = await listActiveCustomFields();
  const form = await readForm(request, getNewDealFormFields(customFields));
  const schema = createDealFormSchema(
    getMinScore(null),
    createCustomFieldsSchema(customFields, await listSelectablePeople()),
  );
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return data({ result: submission.reply() }, 400);
  const sent = parseSubmissionKey(form.get('submission'));
  const question = await toDuplicatesQuestion(request, viewer, form, submission.value.companyName);
  if (question && !(await findDealBySubmission(viewer, sent)))
    return data({ result: submission.reply(), question }, 409);
  const { refused } = await catchDomainError(() =>
    createDealFromForm(viewer, submission.value, {
      submission: sent,
      scoreReason: form.get('scoreReason')?.trim(),
      locale: readLocale(request),
    }),
  );
  if (refused) {
    const failure = `Failed to create pipeline. ${refused.message}`;
    return data({ result: submission.reply(), failure }, refused.status);
  }
  const next = getReturnPathAfterSave(request, viewer);
  return redirectAfterSave(
    request,
    viewer,
    next,
    makeToast('Success', 'Pipeline created successfully'),
  );
}

function toDuplicatesQuestion(
  request: Request,
  viewer: Viewer,
  form: PostedForm<'force'>,
  companyName: string,
) {
  const confirmed = form.get('force');
  return buildDuplicatesQuestion(viewer, companyName, { confirmed }, readLocale(request));
}

export default function NewDeal() {
  const { home, submission, customInputs, offered } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        title="Add New Deal"
        home={home}
        submission={submission}
        customInputs={customInputs}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </AppLayout>
  );
}
