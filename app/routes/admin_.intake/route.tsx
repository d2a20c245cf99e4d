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
  const { figures, settings, seen, isOpen, retentionDays } = useLoaderData<typeof loader>();
  const isSaving = useNavigation().formMethod === 'POST';
  const { onSubmit, notice } = useRetry('Failed to save the settings');
  const reply = useReply<typeof action>();
  const saved = useSavedSubmission<Record<string, string>>();
  const [form, fields] = useForm<Record<string, string>>({
    id: 'intake',
    lastResult: reply,
    defaultValue: saved ?? settings,
    defaultNoValidate: false,
  });
  return (
    <AdminPage title="Intake" figures={figures}>
      <p className="mb-3 max-w-160 text-ink-muted">
        Pitches and emails wait in the inbox. Accepted and declined items are deleted{' '}
        {retentionDays.decided} days after the decision and junk after {retentionDays.junk} days,
        with their files. A deal made from an item stays.
      </p>
      <CheckedForm
        form={form}
        action={useSubmitAddress()}
        onSubmit={onSubmit}
        className="card grid max-w-160 gap-4"
      >
        <input type="hidden" name="seen" value={reply?.seen ?? saved?.seen ?? seen} />
        {notice}
        {form.errors && <ErrorSummary title="The settings were not saved" text={form.errors[0]} />}
        <PitchSwitch isChecked={fields.pitch!.initialValue === 'on'} isOpen={isOpen} />
        <TextField
          field={fields.fundName!}
          label="Fund name"
          hint="Shown on the pitch page and on shared pages."
        />
        <TextArea
          field={fields.introduction!}
          label="Introduction"
          hint="Above the form. Leave a text empty to use its default. This applies to every text here."
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
          hint="One per line: an email address, or a whole domain as @spam.example. Everything they send becomes junk."
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

/** Links to the pitch page only while it is open, whatever is checked. */
function PitchSwitch({ isChecked, isOpen }: { isChecked: boolean; isOpen: boolean }) {
  return (
    <div>
      <label className="flex items-baseline gap-2">
        <input type="checkbox" name="pitch" value="on" defaultChecked={isChecked} />
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
  );
}
