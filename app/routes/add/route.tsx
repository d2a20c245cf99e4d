import { useForm } from '@conform-to/react';
import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import styles from '~/styles/forms.css?url';
import { ArchivedValues } from '~/ui/deal-form/archived-values';
import { CustomFieldInput } from '~/ui/deal-form/custom-field-input';
import { DuplicateQuestion } from '~/ui/deal-form/duplicate-question';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Select, TextArea, TextField } from '~/ui/form/fields';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { StageFields } from '~/ui/stage/stage-fields';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Quick add');

export { clientAction, revalidateWhenArchived as shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function QuickAdd() {
  const view = useLoaderData<typeof loader>();
  const { home, stages, meetings, customInputs } = view;
  // Stays when the page's data are loaded again, as the form may have created the deal.
  const [submissionKey] = useState(view.submission);
  const reply = useReply<typeof action>();
  const isSaving = useNavigation().formMethod === 'POST';
  const { onSubmit, notice } = useRetry('Failed to create pipeline');
  const [form, fields] = useForm<Record<string, string | string[]>>({
    id: 'quick-add',
    lastResult: reply?.result,
    defaultValue: {
      stage: stages.first,
      ...useSavedSubmission<Record<string, string | string[]>>(),
    },
    defaultNoValidate: false,
  });
  const question = reply && 'question' in reply ? reply.question : undefined;
  const { archivedValues } = reply && 'archivedValues' in reply ? reply : view;
  // A field that was required when the form was opened keeps what was typed.
  const shownInputs = customInputs.filter(
    ({ name, required }) => required || fields[name]!.initialValue?.length,
  );
  return (
    <AppLayout>
      <div className="grid max-w-160 gap-4 text-text">
        <h1>Quick add</h1>
        <CheckedForm
          form={form}
          action={useSubmitAddress()}
          onSubmit={onSubmit}
          className="card grid gap-4"
        >
          {notice}
          <ArchivedValues values={archivedValues} />
          {form.errors && <ErrorSummary title="The deal was not saved" text={form.errors[0]} />}
          {question && (
            <DuplicateQuestion
              question={question}
              nameId={fields.companyName!.id}
              then={undefined}
              isSaving={isSaving}
            />
          )}
          <input type="hidden" name="submission" value={submissionKey} />
          <TextField
            field={fields.companyName!}
            label="Company name"
            required
            autoFocus={!question}
            autoComplete="off"
          />
          <TextArea field={fields.businessIntroduction!} label="What it does, in a line" rows={2} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.contactName!} label="Contact" autoComplete="off" />
            <TextField
              field={fields.contactEmail!}
              label="Contact's email"
              type="email"
              autoComplete="off"
            />
            <Select
              field={fields.nextMeetingDate!}
              label="Next meeting"
              options={meetings}
              empty="None"
            />
            <StageFields stage={fields.stage!} reason={fields.reason!} offered={stages} />
            {shownInputs.map((input) => (
              <CustomFieldInput key={input.name} input={input} field={fields[input.name]!} />
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Link to={home} className="btn">
              Cancel
            </Link>
            <Link to="/pipeline/new" className="link link-quiet mx-2">
              All fields
            </Link>
            <button className="btn btn-primary ml-auto" aria-disabled={isSaving || undefined}>
              Add deal
            </button>
          </div>
        </CheckedForm>
      </div>
    </AppLayout>
  );
}
