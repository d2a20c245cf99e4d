import { type SubmissionResult, useForm } from '@conform-to/react';
import { Link, useFetcher } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type ConnectionFailure, isConnectionFailure } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import type { FieldState } from '~/ui/form/fields';
import { FirstInvalidField, getFirstInvalidField } from '~/ui/form/first-invalid';
import { OpenedBy } from '~/ui/form/opened-by';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';

export interface RecordReply {
  result: SubmissionResult;
  seen?: string;
}

/** Stored values; a number becomes the text of its control. */
export type RecordValues<Key extends string = string> = Partial<
  Record<Key, string | number | null>
>;

export type GetField<Key extends string> = (name: Key) => FieldState;

interface RecordFormProps<Key extends string> {
  noun: 'contact' | 'task';
  action: string;
  back: string;
  reply?: RecordReply;
  values?: RecordValues<Key>;
  seen?: string;
  children: (field: GetField<Key>) => ReactNode;
}

export function RecordForm<Key extends string>(props: RecordFormProps<Key>) {
  const { noun, action, back, values, seen, children } = props;
  const fetcher = useFetcher<RecordReply | ConnectionFailure>();
  const reply = fetcher.data && !isConnectionFailure(fetcher.data) ? fetcher.data : props.reply;
  const saved = useSavedSubmission<Record<string, string>>();
  const { onSubmit, notice } = useRetry(`Failed to save the ${noun}`, fetcher);
  const [form, fields] = useForm<RecordValues>({
    id: noun,
    lastResult: fetcher.state === 'idle' ? reply?.result : undefined,
    defaultValue: { ...values, ...saved },
    defaultNoValidate: false,
  });
  // The next form may come after the fetcher is idle again: only an error keeps this one.
  const isReplaced = useRef(false);
  useEffect(() => {
    if (fetcher.state !== 'idle') isReplaced.current = !seen;
    else if (fetcher.data) isReplaced.current = false;
  }, [fetcher.state, fetcher.data, seen]);
  useEffect(() => {
    // Moves the focus to the form that replaces this one.
    return () => {
      if (!isReplaced.current || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`#${noun} input:not([type=hidden])`)?.focus();
    };
  }, [noun]);
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
      {form.errors && <ErrorSummary title={`The ${noun} was not saved`} text={form.errors[0]} />}
      <OpenedBy />
      <input type="hidden" name="back" value={back} />
      {seen && <input type="hidden" name="seen" value={reply?.seen ?? saved?.seen ?? seen} />}
      <FirstInvalidField.Provider value={getFirstInvalidField(form)}>
        {children((name) => fields[name]!)}
      </FirstInvalidField.Provider>
      <div className="flex flex-wrap justify-between gap-2">
        {seen && (
          <Link to={back} className="btn">
            Cancel
          </Link>
        )}
        <button
          className={seen ? 'btn btn-primary' : 'btn'}
          data-saves
          aria-disabled={fetcher.state !== 'idle' || undefined}
        >
          {seen ? `Save ${noun}` : `Add ${noun}`}
        </button>
      </div>
    </fetcher.Form>
  );
}
