import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { CONTACT_DETAIL_KEYS, ContactDetails } from '~/domain/contact/details';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { createCustomFieldsSchema } from '~/domain/custom-field/deal-form-schema';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { findDealBySubmission } from '~/domain/deal/create.server';
import { buildDuplicatesQuestion } from '~/domain/deal/duplicates-question.server';
import { createDealOnce } from '~/domain/deal/form-conflict.server';
import { getNewDealFormFields } from '~/domain/deal/form-fields';
import { createDealFormSchema } from '~/domain/deal/schema';
import { addContactDetails } from '~/domain/operations/add-contact-details.server';
import { getMinScore } from '~/domain/score/score';
import { formAction } from '~/http/forms/form-action.server';
import { describeRejection } from '~/http/forms/reply.server';
import { getReturnPathAfterSave } from '~/http/forms/return-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { toDuplicatesView } from '~/ui/deal-form/duplicates-view.server';

export const action = formAction({
  fields: async () => {
    const { text, ...declared } = getNewDealFormFields(await listCustomFields());
    return { text: [...text, ...CONTACT_DETAIL_KEYS], ...declared };
  },
  savesSubmission: true,
  async handler({ viewer, request, form, submissionKey }) {
    const submission = await parseDealForm(form);
    const created = await findDealBySubmission(viewer, submissionKey);
    const archivedValues = await listArchivedValues(submission.payload, created?.fields);
    if (archivedValues.length) return data({ result: submission.reply(), archivedValues }, 409);
    if (submission.status !== 'success') return data({ result: submission.reply() }, 400);
    const confirmed = form.get('force');
    const { companyName } = submission.value;
    const question = await buildDuplicatesQuestion(viewer, companyName, { confirmed });
    if (question && !created)
      return data(
        {
          result: submission.reply(),
          question: toDuplicatesView(viewer, question, readLocale(request)),
        },
        409,
      );
    const { website, contactName, contactEmail, ...deal } = submission.value;
    const id = await createDealOnce(viewer, deal, {
      submission: submissionKey,
      scoreReason: form.get('scoreReason')?.trim(),
      closingReason: form.get('reason'),
    });
    await addContactDetails(viewer, id, { website, contactName, contactEmail }, submissionKey);
    return {
      redirectTo: getReturnPathAfterSave(request, viewer),
      toast: { title: 'Success', text: 'Pipeline created successfully', deal: id },
    };
  },
  async onError(error, { form }) {
    const submission = await parseDealForm(form);
    return data(describeRejection(submission, error, 'Failed to create pipeline'), error.status);
  },
});

async function parseDealForm(form: FormData) {
  const customFields = await listActiveCustomFields();
  const schema = createDealFormSchema(
    getMinScore(null),
    createCustomFieldsSchema(customFields, await listSelectablePeople()),
  );
  return parseWithZod(form, { schema: z.intersection(schema, ContactDetails) });
}
