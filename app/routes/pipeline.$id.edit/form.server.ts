import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { createCustomFieldsSchema } from '~/domain/custom-field/deal-form-schema';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldNames } from '~/domain/custom-field/names';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { updateDealResolvingConflicts } from '~/domain/deal/form-conflict.server';
import { getEditDealFormFields } from '~/domain/deal/form-fields';
import { toDealFormValues } from '~/domain/deal/form-values';
import { getEditableDeal } from '~/domain/deal/get.server';
import { createDealFormSchema } from '~/domain/deal/schema';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { getMinScore } from '~/domain/score/score';
import { formAction } from '~/http/forms/form-action.server';
import { parseFormBase } from '~/http/forms/form-base.server';
import { describeRejection } from '~/http/forms/reply.server';
import { buildFromQuery, getReturnPathAfterSave } from '~/http/forms/return-path.server';
import { addStoredValues, listShownFields } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { toDuplicatesView } from '~/ui/deal-form/duplicates-view.server';
import { formatAlsoChanged, toFormConflictView } from '~/ui/form/form-conflict-view.server';

const FAILED_MESSAGE = 'Failed to update pipeline';

export const action = formAction({
  fields: async () => getEditDealFormFields(await listCustomFields()),
  savesSubmission: true,
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const { submission, stored, archivedValues } = await parseDealForm(viewer, id, form);
    const result = addStoredValues(submission.reply(), form, stored);
    if (archivedValues.length) return data({ result, archivedValues }, 409);
    if (submission.status !== 'success') return data({ result }, 400);
    const saved = await updateDealResolvingConflicts(viewer, id, {
      base: parseFormBase(form),
      input: submission.value,
      confirmed: form.get('force') ?? undefined,
      scoreReason: form.get('scoreReason'),
      closingReason: form.get('reason'),
    });
    const locale = readLocale(request);
    if (!saved.ok) {
      const decision = saved.error;
      if ('question' in decision)
        return data({ result, question: toDuplicatesView(viewer, decision.question, locale) }, 409);
      const { days } = await createCustomFieldFormatter();
      const conflict = toFormConflictView(decision.conflict, locale, days);
      return data({ result, failure: FAILED_MESSAGE, conflict }, 409);
    }
    const text = `Pipeline updated successfully${formatAlsoChanged(saved.value)}`;
    return {
      redirectTo:
        form.get('then') === 'evaluate'
          ? `/pipeline/${id}/evaluation${buildFromQuery(request, viewer)}`
          : getReturnPathAfterSave(request, viewer, id),
      toast: { title: 'Success', text },
    };
  },
  async onError(error, { viewer, params, form }) {
    const { submission, stored } = await parseDealForm(viewer, parseId(params.id), form);
    const { result, failure } = describeRejection(submission, error, FAILED_MESSAGE);
    return data({ result: addStoredValues(result, form, stored), failure }, error.status);
  },
});

async function parseDealForm(viewer: Viewer, id: number, form: FormData) {
  const stored = await getEditableDeal(viewer, id);
  const customFields = await listActiveCustomFields();
  const schema = createDealFormSchema(
    getMinScore(stored.evaluationScore),
    createCustomFieldsSchema(customFields, await listSelectablePeople(), stored.fields),
    listShownFields(form, [...DEAL_KEYS, ...toCustomFieldNames(customFields)]),
    stored.industries.length,
  );
  const submission = parseWithZod(form, { schema });
  return {
    submission,
    stored: toDealFormValues(stored, customFields),
    archivedValues: await listArchivedValues(submission.payload, stored.fields),
  };
}
