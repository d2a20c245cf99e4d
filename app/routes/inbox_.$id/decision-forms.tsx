import { Form } from '@remix-run/react';
import { createField, TextArea, TextField } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { OwnerPicker } from '~/ui/form/owner-picker';
import { AddToDealButtons } from '~/ui/inbox/item-parts';
import type { ItemView } from '~/ui/inbox/item-view.server';
import type { loader } from './view.server';

type View = Awaited<ReturnType<typeof loader>>;

interface SentForm {
  sent: Record<string, string | undefined>;
  errors: Record<string, string | undefined>;
}

type AcceptFormProps = Pick<View, 'owners' | 'viewerEmail'> & { item: ItemView; sent?: SentForm };

export function AcceptForm({ item, owners, viewerEmail, sent }: AcceptFormProps) {
  const { suggestedName, matches } = item;
  const { companyName = suggestedName, owner = viewerEmail } = sent?.sent ?? {};
  return (
    <Form method="post" className="card grid grid-cols-1 gap-3">
      <OpenedBy />
      <TextField
        field={createField('companyName', companyName, sent?.errors.companyName)}
        label="Company"
        required
        autoComplete="off"
      />
      <OwnerPicker label="Owner" choices={owners} chosen={owner} error={sent?.errors.owner} />
      <div className="flex flex-wrap gap-2">
        <button name="intent" value="accept" className="btn btn-primary">
          Accept
        </button>
        <AddToDealButtons matches={matches} />
      </div>
    </Form>
  );
}

type DeclineFormProps = Pick<View, 'reasons' | 'declineText'> & { sent?: SentForm };

export function DeclineForm({ reasons, declineText, sent }: DeclineFormProps) {
  const { reason, text = declineText } = sent?.sent ?? {};
  return (
    <Form method="post" className="card grid grid-cols-1 gap-3">
      <OpenedBy />
      <TextField
        field={createField('reason', reason, sent?.errors.reason)}
        label="Reason"
        hint="Only your colleagues see it, not the sender"
        list="decline-reasons"
        autoComplete="off"
      />
      <datalist id="decline-reasons">
        {reasons.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextArea
        field={createField('text', text, sent?.errors.text)}
        label="Text for the sender"
        hint="No email is sent. The next page shows the text to copy"
        rows={6}
      />
      <button name="intent" value="decline" className="btn justify-self-start">
        Decline
      </button>
    </Form>
  );
}

export function JunkForm({ address }: { address: string | null }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button name="intent" value="junk" className="btn">
        Junk
      </button>
      {address && (
        <label className="flex min-w-0 items-center gap-2">
          <input type="checkbox" name="blockSender" />
          <span className="min-w-0 wrap-anywhere">Block {address}</span>
        </label>
      )}
    </Form>
  );
}

export function ReopenForm() {
  return (
    <Form method="post">
      <button name="intent" value="reopen" className="btn">
        Reopen
      </button>
    </Form>
  );
}
