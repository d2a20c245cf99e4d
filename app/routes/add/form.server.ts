import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { ContactDetails } from '~/domain/contact/details';
import { createDeal, findDealBySubmission } from '~/domain/deal/create.server';
import { buildDuplicatesQuestion } from '~/domain/deal/duplicates-question.server';
import { DealInput } from '~/domain/deal/schema';
import { DecisionInput } from '~/domain/decision/schema';
import { addContactDetails } from '~/domain/operations/add-contact-details.server';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { readLocale } from '~/http/session/appearance.server';
import { toDuplicatesView } from '~/ui/deal-form/duplicates-view.server';

const QuickDeal = z.intersection(
  DealInput.pick({
    companyName: true,
    businessIntroduction: true,
    stage: true,
    nextMeetingDate: true,
  }).extend({ reason: DecisionInput.shape.reason }),
  ContactDetails,
);
type QuickDeal = z.output<typeof QuickDeal>;

const NAMES = [
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
  fields: { text: NAMES },
  savesSubmission: true,
  async handler({ viewer, request, form, submissionKey }) {
    const question = await buildDuplicatesQuestion(viewer, form.get('companyName') ?? '', {
      confirmed: form.get('force'),
    });
    const isRepeated = Boolean(await findDealBySubmission(viewer, submissionKey));
    const added = await submitForm(form, QuickDeal, async (input) =>
      question && !isRepeated ? undefined : addDeal(viewer, input, submissionKey),
    );
    if (!added.ok) return data({ result: added.error.reply }, added.error.status);
    if (!added.value)
      return data(
        {
          result: { status: 'error' as const, initialValue: Object.fromEntries(form) },
          question: toDuplicatesView(viewer, question!, readLocale(request)),
        },
        409,
      );
    return {
      redirectTo: `/pipeline/${added.value}`,
      status: 303,
      toast: { title: 'Success', text: 'Pipeline created successfully', deal: added.value },
    };
  },
});

async function addDeal(
  viewer: Viewer,
  { website, contactName, contactEmail, reason, ...deal }: QuickDeal,
  submission: string | undefined,
): Promise<number> {
  const id = await createDeal(viewer, deal, { submission, closingReason: reason });
  await addContactDetails(viewer, id, { website, contactName, contactEmail }, submission);
  return id;
}
