import { useFetcher, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { type ConnectionFailure, isConnectionFailure } from '~/ui/form/client-action';
import { useDraftForm } from '~/ui/form/draft-form';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AddMentioned, MentionNames } from './mention-names';

export interface NoteReply {
  error: string;
  text: string;
  addsMentioned: boolean;
}

interface AddNoteProps {
  dealId: number;
  submission: string;
  back: string;
  reply?: NoteReply;
  text?: string;
  mentionable: string[];
  addable: string[];
}

/** Stays on the page with its text until the note is stored, if scripts run. */
export function AddNote(props: AddNoteProps) {
  const { dealId, submission, back, reply, text, mentionable, addable } = props;
  const fetcher = useFetcher<NoteReply | ConnectionFailure>({ key: `note ${dealId}` });
  const isSending = fetcher.state !== 'idle';
  const savedSubmission = useSavedSubmission();
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  // Ignores the fetcher's reply to an earlier note.
  const [earlier, setEarlier] = useState<NoteReply | ConnectionFailure>();
  const data = fetcher.data === earlier ? undefined : fetcher.data;
  const answer = data ?? reply;
  const error = answer && !isConnectionFailure(answer) && !isSending ? answer.error : undefined;
  const draftForm = useDraftForm({
    form,
    failure: 'Failed to add the note',
    startsDirty: Boolean(reply ?? savedSubmission),
    isSending,
    fetcher: { state: fetcher.state, data },
  });
  const sent = useSubmissionKey(fetcher, submission, () => {
    draftForm.clear();
    setEarlier(fetcher.data);
  });
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={`/pipeline/${dealId}/notes${savedSubmission ? search : ''}`}
      className="grid gap-2 print:hidden"
      onSubmit={draftForm.onSubmit}
      onInput={draftForm.onInput}
    >
      {draftForm.notices}
      <OpenedBy />
      <input type="hidden" name="submission" value={sent} />
      <input type="hidden" name="back" value={back} />
      <label htmlFor="note" className="label">
        Add a note
      </label>
      <textarea
        id="note"
        name="text"
        className="input"
        required
        defaultValue={(reply ?? savedSubmission)?.text ?? text}
        autoFocus={Boolean(reply ?? text)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'note-error note-hint' : 'note-hint'}
      />
      <FieldError id="note-error" message={error} />
      <AddMentioned
        key={sent}
        field="note"
        addable={addable}
        isChosen={reply?.addsMentioned ?? savedSubmission?.addsMentioned === 'on'}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <MentionNames id="note-hint" field="note" names={mentionable} addable={addable} />
        <button className="btn" data-saves aria-disabled={isSending || undefined}>
          Add note
        </button>
      </div>
    </fetcher.Form>
  );
}

function useSubmissionKey(
  { state, data }: { state: string; data?: unknown },
  fresh: string,
  onStored: () => void,
): string {
  const [key, setKey] = useState(fresh);
  const before = useRef({ state, data });
  useEffect(() => {
    const { current } = before;
    if (state !== 'idle') {
      before.current = { ...current, state };
      return;
    }
    // Waits for a new reply, which rejected and unsent notes have; stored ones redirect.
    if (current.state !== 'idle' && data === current.data) {
      setKey(fresh);
      onStored();
    }
    before.current = { state, data };
  }, [state, data, fresh, onStored]);
  return key;
}
