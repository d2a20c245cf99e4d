import { Form, Link, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useDraftForm } from '~/ui/form/draft-form';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';

export interface EditReply {
  error: string;
  text: string;
  version: number;
  saved?: { text: string; version: number };
}

interface EditNoteProps {
  note: { text: string; version: number; at: string };
  back: string;
  reply?: EditReply;
}

export function EditNote({ note, back, reply }: EditNoteProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const savedSubmission = useSavedSubmission();
  const form = useRef<HTMLFormElement>(null);
  const draftForm = useDraftForm({
    form,
    failure: 'Failed to save the note',
    startsDirty: Boolean(reply ?? savedSubmission),
    isSending: isSaving,
  });
  // Keeps the version that the edit is based on.
  const [opened] = useState(note.version);
  return (
    <Form
      ref={form}
      method="post"
      className="grid gap-2"
      onSubmit={draftForm.onSubmit}
      onInput={draftForm.onInput}
    >
      {draftForm.notices}
      {reply?.saved && <SavedMeanwhile text={reply.saved.text} />}
      <OpenedBy />
      <input
        type="hidden"
        name="version"
        value={reply?.saved?.version ?? reply?.version ?? savedSubmission?.version ?? opened}
      />
      <input type="hidden" name="back" value={back} />
      <label htmlFor="note" className="label">
        {`Note of ${note.at}`}
      </label>
      <textarea
        id="note"
        name="text"
        className="input"
        rows={8}
        required
        defaultValue={(reply ?? savedSubmission ?? note).text}
        autoFocus
        aria-invalid={reply ? true : undefined}
        aria-describedby={reply ? 'note-error' : undefined}
      />
      <FieldError id="note-error" message={reply?.error} />
      <div className="flex flex-wrap justify-between gap-2">
        <Link to={back} className="btn">
          Cancel
        </Link>
        <button className="btn btn-primary" aria-disabled={isSaving || undefined}>
          Save note
        </button>
      </div>
    </Form>
  );
}

function SavedMeanwhile({ text }: { text: string }) {
  return (
    <section className="notice notice-failed" aria-label="Saved since">
      <div className="grid min-w-0 gap-2">
        <p>
          <strong className="font-semibold">Saved since, in another window:</strong>
        </p>
        <p className="break-words whitespace-pre-wrap">{text}</p>
        <p>Your text is below. Saving again replaces that version.</p>
      </div>
    </section>
  );
}
