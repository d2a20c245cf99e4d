import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { ContactDetails } from '~/domain/contact/details';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { createCustomFieldsSchema } from '~/domain/custom-field/deal-form-schema';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { separateCustomFieldValues, splitCustomFieldNames } from '~/domain/custom-field/names';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { createDeal, findDealBySubmission } from '~/domain/deal/create.server';
import { buildDuplicatesQuestion } from '~/domain/deal/duplicates-question.server';
import { DealInput, STAGE_FORM_OPTIONS } from '~/domain/deal/schema';
import { DecisionInput } from '~/domain/decision/schema';
import { addContactDetails } from '~/domain/operations/add-contact-details.server';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { readLocale } from '~/http/session/appearance.server';
import { toDuplicatesView } from '~/ui/deal-form/duplicates-view.server';

const QuickDeal = DealInput.pick({
  companyName: true,
  businessIntroduction: true,
  stage: true,
  nextMeetingDate: true,
}).extend({ reason: DecisionInput.shape.reason });
type QuickDeal = z.output<typeof QuickDeal> & z.output<typeof ContactDetails>;

const TEXT_NAMES = [
  'companyName',
  'businessIntroduction',
  'contactName',
  'contactEmail',
  'stage',
  'reason',
  'nextMeetingDate',
  'force',
  'submission',
] as const;

export const action = formAction({
  fields: async () => {
    const { texts, lists } = splitCustomFieldNames(await listCustomFields());
    return { text: [...TEXT_NAMES, ...texts], lists, optionNames: STAGE_FORM_OPTIONS };
  },
  savesSubmission: true,
  async handler({ viewer, request, form, submissionKey }) {
    const question = await buildDuplicatesQuestion(viewer, form.get('companyName') ?? '', {
      confirmed: form.get('force'),
    });
    const created = await findDealBySubmission(viewer, submissionKey);
    const schema = await createQuickDealSchema();
    const submission = parseWithZod(form, { schema });
    const archivedValues = await listArchivedValues(submission.payload, created?.fields);
    if (archivedValues.length) return data({ result: submission.reply(), archivedValues }, 409);
    const added = await submitForm(form, schema, async (input) =>
      question && !created ? undefined : addDeal(viewer, input, submissionKey),
    );
    if (!added.ok) return data({ result: added.error.reply }, added.error.status);
    if (!added.value)
      return data(
        {
          result: submission.reply(),
          question: toDuplicatesView(viewer, question!, readLocale(request)),
        },
        409,
      );
    return {
      redirectTo: `/pipeline/${added.value}`,
      status: 303,
      toast: { title: 'Success', text: 'Pipeline created successfully' },
    };
  },
});

async function createQuickDealSchema() {
  const customFields = await listActiveCustomFields();
  const people = await listSelectablePeople();
  return z.intersection(
    QuickDeal.extend(createCustomFieldsSchema(customFields, people)),
    ContactDetails,
  );
}

async function addDeal(
  viewer: Viewer,
  { website, contactName, contactEmail, reason, ...deal }: QuickDeal,
  submission: string | undefined,
): Promise<number> {
  const input = separateCustomFieldValues(deal);
  const id = await createDeal(viewer, input, { submission, closingReason: reason });
  await addContactDetails(viewer, id, { website, contactName, contactEmail }, submission);
  return id;
}
