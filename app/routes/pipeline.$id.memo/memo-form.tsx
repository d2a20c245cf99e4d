import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { MAX_ITEMS_PER_MEMO } from '~/domain/memo/limits';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Select, TextArea, TextField } from '~/ui/form/fields';
import { ItemChoices } from '~/ui/form/item-choices';
import { OpenedBy } from '~/ui/form/opened-by';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { submitInNewTab } from '~/ui/form/submit-in-new-tab';
import type { MemosView } from './view.server';

interface MemoFormProps extends Omit<MemosView, 'memos' | 'canEdit'> {
  result?: SubmissionResult;
}

export function MemoForm({ result, dealId, submission, files, notes, rounds }: MemoFormProps) {
  const { onSubmit, notice } = useRetry('Failed to freeze the memo');
  const [form, fields] = useForm<Record<string, string>>({
    id: 'memo-form',
    lastResult: result,
    defaultValue: useSavedSubmission<Record<string, string>>(),
    defaultNoValidate: false,
  });
  const isCapped = [files, notes].some(({ length }) => length === MAX_ITEMS_PER_MEMO);
  return (
    <Form
      method="post"
      action={useSubmitAddress()}
      id={form.id}
      noValidate={form.noValidate}
      onSubmit={onSubmit}
      className="grid grid-cols-1 gap-4"
    >
      {notice}
      <OpenedBy />
      <input type="hidden" name="submission" value={submission} />
      {result && <ErrorSummary title="The memo was not frozen" text={form.errors?.[0]} />}
      <TextField field={fields.title!} label="Title" required autoComplete="off" />
      <TextArea field={fields.summary!} label="Summary" rows={6} />
      <TextArea field={fields.risks!} label="Risks" rows={4} />
      <TextArea field={fields.questions!} label="Open questions" rows={4} />
      {rounds.length > 0 && (
        <Select
          field={fields.roundId!}
          label="Round"
          hint="Its scores and votes are shown once it is closed."
          options={rounds}
          empty="None"
        />
      )}
      {isCapped && (
        <p className="hint">The latest {MAX_ITEMS_PER_MEMO} notes and files are offered here.</p>
      )}
      <ItemChoices field={fields.notes!} title="Notes" options={notes} />
      <ItemChoices field={fields.files!} title="Files" options={files} />
      <div className="flex flex-wrap justify-end gap-2">
        <button className="btn btn-primary order-last">Freeze memo</button>
        <button
          className="btn"
          formAction={`/pipeline/${dealId}/memo/preview`}
          formTarget="_blank"
          onClick={submitInNewTab}
        >
          Preview
        </button>
      </div>
    </Form>
  );
}
