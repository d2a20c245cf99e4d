import { useBrowserForm } from '~/ui/form/browser-form';
import { FieldError } from '~/ui/form/fields';

interface AddEmailFormProps {
  dealId: number;
  problem?: string;
}

export function AddEmailForm({ dealId, problem }: AddEmailFormProps) {
  const { onSubmit, notice } = useBrowserForm();
  return (
    <form
      method="post"
      action={`/pipeline/${dealId}/emails`}
      encType="multipart/form-data"
      className="grid justify-items-start gap-1"
      onSubmit={onSubmit}
    >
      {notice}
      <label className="label" htmlFor="emails">
        Emails (.eml)
      </label>
      <input
        id="emails"
        type="file"
        name="file"
        accept=".eml,message/rfc822"
        multiple
        required
        className="input file-input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'emails-hint emails-error' : 'emails-hint'}
      />
      <p id="emails-hint" className="hint">
        Choose or drop up to 20 emails that you saved from your mail program. Each becomes a note
        with its files, and its sender a contact.
      </p>
      <FieldError id="emails-error" message={problem} />
      <button className="btn">Add emails</button>
    </form>
  );
}
