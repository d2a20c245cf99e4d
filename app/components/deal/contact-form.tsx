import { type SubmissionResult, useForm } from '@conform-to/react';
import { Link, useFetcher } from '@remix-run/react';
import type { ContactInput } from '~/models/contact/schema';
import { ErrorSummary, type FieldOf, TextArea, TextField } from '~/components/forms/fields';
import { useLateForm } from '~/components/forms/late-form';
import { isUnsent, type Unsent, useResend } from '~/components/forms/unsent';

/** To a contact that was not stored; `seen` is the contact as it is now, if somebody has changed it. */
export interface ContactReply {
  result: SubmissionResult;
  seen?: string;
}

interface ContactFormProps {
  action: string;
  back: string;
  /** Who is on the deal already, to choose a name from. */
  names: string[];
  /** To a form that was sent without scripts. */
  reply?: ContactReply;
  /** Of the contact that it edits. */
  contact?: { values: ContactInput; seen: string };
}

/** Sent by script it stays on its page until the contact is stored, with what was typed. */
export function ContactForm({ action, back, names, contact, reply: posted }: ContactFormProps) {
  const fetcher = useFetcher<ContactReply | Unsent>();
  const reply = fetcher.data && !isUnsent(fetcher.data) ? fetcher.data : posted;
  const { onSubmit, notice } = useResend('Failed to save the contact', fetcher);
  const [form, fields] = useForm<ContactInput>({
    id: 'contact',
    lastResult: fetcher.state === 'idle' ? reply?.result : undefined,
    defaultValue: { ...contact?.values, ...useLateForm() },
    defaultNoValidate: false,
  });
  return (
    <fetcher.Form
      method="post"
      action={action}
      id={form.id}
      noValidate={form.noValidate}
      onSubmit={onSubmit}
      className="grid gap-3"
    >
      {notice}
      {form.errors && <ErrorSummary title="The contact was not saved" text={form.errors[0]} />}
      <input type="hidden" name="back" value={back} />
      {contact && <input type="hidden" name="seen" value={reply?.seen ?? contact.seen} />}
      <ContactFields fields={fields} names={names} />
      <div className="flex flex-wrap justify-between gap-2">
        {contact && (
          <Link to={back} className="btn">
            Cancel
          </Link>
        )}
        <button className="btn btn-primary" aria-disabled={fetcher.state !== 'idle' || undefined}>
          {contact ? 'Save contact' : 'Add contact'}
        </button>
      </div>
    </fetcher.Form>
  );
}

type Fields = Record<keyof ContactInput, FieldOf>;

function ContactFields({ fields, names }: { fields: Fields; names: string[] }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          field={fields.name}
          label="Name"
          required
          autoComplete="off"
          maxLength={200}
          list="contact-names"
        />
        <datalist id="contact-names">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField field={fields.role} label="Role" autoComplete="off" maxLength={200} />
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          field={fields.phone}
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={100}
        />
      </div>
      <TextField
        field={fields.link}
        label="Link"
        type="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={2_000}
      />
      <TextArea field={fields.note} label="Note" rows={2} maxLength={2_000} />
    </>
  );
}
