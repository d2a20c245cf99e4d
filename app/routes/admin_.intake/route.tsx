import { useForm } from '@conform-to/react';
import { useLoaderData, useNavigation } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Select, TextArea, TextField } from '~/ui/form/fields';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Intake');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

const TRIAGE_OPTIONS = [
  { value: 'staff', label: 'Admins and managers triage' },
  { value: 'everyone', label: 'Everyone triages' },
];

export default function IntakePage() {
  const { figures, settings, isOpen, retentionDays } = useLoaderData<typeof loader>();
  const isSaving = useNavigation().formMethod === 'POST';
  const { onSubmit, notice } = useRetry('Failed to save the settings');
  const [form, fields] = useForm<Record<string, string>>({
    id: 'intake',
    lastResult: useReply<typeof action>(),
    defaultValue: useSavedSubmission<Record<string, string>>() ?? settings,
    defaultNoValidate: false,
  });
  return (
    <AdminPage title="Intake" figures={figures}>
      <p className="mb-3 max-w-160 text-ink-muted">
        What comes in waits in the inbox. An item that was accepted or declined is deleted{' '}
        {retentionDays.decided} days after the decision, junk after {retentionDays.junk} days, each
        with its files; the deal that it became stays.
      </p>
      <CheckedForm
        form={form}
        action={useSubmitAddress()}
        onSubmit={onSubmit}
        className="card grid max-w-160 gap-4"
      >
        {notice}
        {form.errors && <ErrorSummary title="The settings were not saved" text={form.errors[0]} />}
        <div>
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              name="pitch"
              value="on"
              defaultChecked={fields.pitch!.initialValue === 'on'}
            />
            <span>The pitch page is open</span>
          </label>
          <p className="hint">
            Founders send their pitch without an account at{' '}
            {isOpen ? (
              <a href="/pitch" className="link">
                /pitch
              </a>
            ) : (
              '/pitch'
            )}
            .
          </p>
        </div>
        <TextField
          field={fields.fundName!}
          label="Fund’s name"
          hint="Shown on the pitch page and on shared pages."
          maxLength={100}
        />
        <TextArea
          field={fields.introduction!}
          label="Introduction"
          hint="Above the form. An emptied text becomes the default again; this holds for each text here."
          rows={4}
        />
        <TextArea
          field={fields.privacy!}
          label="What happens to the data"
          hint="Founders must agree to this."
          rows={6}
        />
        <TextArea field={fields.thanks!} label="Thank-you text" rows={3} />
        <Select field={fields.triage!} label="Who triages" options={TRIAGE_OPTIONS} />
        <TextArea
          field={fields.blocked!}
          label="Blocked senders"
          hint="One a line: an email address, or a whole domain as @spam.example. What they send becomes junk, from every source."
          rows={4}
        />
        <TextArea
          field={fields.decline!}
          label="Decline text"
          hint="Offered to copy when an item is declined. {company} and {contact} are replaced."
          rows={6}
        />
        <div>
          <button className="btn btn-primary" aria-disabled={isSaving || undefined}>
            Save
          </button>
        </div>
      </CheckedForm>
    </AdminPage>
  );
}
