import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { createCustomFieldsSchema } from '~/domain/custom-field/deal-form-schema';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldNames } from '~/domain/custom-field/names';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { formatDateTime } from '~/domain/date/format';
import { updateDealFromForm } from '~/domain/deal/form-conflict.server';
import { getEditDealFormFields } from '~/domain/deal/form-fields';
import { toDealFormValues } from '~/domain/deal/form-values';
import { getDeal } from '~/domain/deal/get.server';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { createDealFormSchema } from '~/domain/deal/schema';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { findLatestChangeId } from '~/domain/history/field-changes.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getMinScore } from '~/domain/score/score';
import {
  buildFromQuery,
  getReturnPath,
  getReturnPathAfterSave,
} from '~/http/forms/return-path.server';
import {
  redirectAfterSave,
  requireUserOrSaveSubmission,
} from '~/http/forms/saved-submission.server';
import { addStoredValues, listShownFields, readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
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

export const meta = createTitleMeta<typeof loader>(
  'Edit Deal',
  ({ stored }) => `${stored.values.companyName}`,
);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const { evaluationScore: score, version, updatedAt } = deal;
  const fields = await listActiveCustomFields();
  return {
    home: getReturnPath(request, viewer, deal.id),
    offered: getOfferedValues(await getOptionLists()),
    customInputs: await loadCustomFieldInputs(deal.fields),
    stored: {
      values: toDealFormValues(deal, fields),
      score,
      version,
      opened: await findLatestChangeId('pipeline', deal.id),
      updatedAt: formatDateTime(updatedAt, readLocale(request)),
    },
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveSubmission(request);
  const id = parseId(params.id);
  const stored = await getDeal(viewer, id);
  const customFields = await listActiveCustomFields();
  const form = await readForm(request, getEditDealFormFields(customFields));
  const schema = createDealFormSchema(
    getMinScore(stored.evaluationScore),
    createCustomFieldsSchema(customFields, await listSelectablePeople(), stored.fields),
    listShownFields(form, [...DEAL_KEYS, ...toCustomFieldNames(customFields)]),
    stored.industries.length,
  );
  const submission = parseWithZod(form, { schema });
  const result = addStoredValues(submission.reply(), form, toDealFormValues(stored, customFields));
  if (submission.status !== 'success') return data({ result }, 400);
  const { value: saved, refused } = await catchDomainError(() =>
    updateDealFromForm(viewer, id, {
      form,
      input: submission.value,
      locale: readLocale(request),
    }),
  );
  const failure = 'Failed to update pipeline';
  if (refused) return data({ result, failure: `${failure}. ${refused.message}` }, refused.status);
  if (saved.conflict) return data({ result, failure, conflict: saved.conflict }, 409);
  if (saved.question) return data({ result, question: saved.question }, 409);
  const next =
    form.get('then') === 'evaluate'
      ? `/pipeline/${id}/evaluation${buildFromQuery(request, viewer)}`
      : getReturnPathAfterSave(request, viewer, id);
  const text = `Pipeline updated successfully${saved.alsoChanged}`;
  return redirectAfterSave(request, viewer, next, makeToast('Success', text));
}

export default function EditDeal() {
  const { home, stored, customInputs, offered } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        key={useParams().id}
        title="Edit Deal"
        home={home}
        stored={stored}
        customInputs={customInputs}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </AppLayout>
  );
}
