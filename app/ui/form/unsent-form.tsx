import { useEffect, useRef } from 'react';
import type { PageHandle } from '~/ui/layout/page-notice';
import { RetryNotice, useFailedAt } from './retry';

export { clientAction, revalidateOnConflict, shouldRevalidate, useReply } from './client-action';

/** Says above the page that one of its forms could not be sent, and sends the same form again. */
export const handle: PageHandle = { Notice: UnsentNotice };

function UnsentNotice() {
  const failedAt = useFailedAt();
  const submitted = useRef<SubmitEvent>(undefined);
  const failed = useRef<SubmitEvent>(undefined);
  useEffect(() => {
    const remember = (event: SubmitEvent) => {
      if (document.getElementById('main')?.contains(event.target as Node))
        submitted.current = event;
    };
    document.addEventListener('submit', remember);
    return () => document.removeEventListener('submit', remember);
  }, []);
  // Buttons of the page that are pressed later send other forms.
  useEffect(() => {
    if (failedAt !== undefined) failed.current = submitted.current;
  }, [failedAt]);
  if (failedAt === undefined) return null;
  function sendAgain() {
    const { target, submitter } = failed.current ?? {};
    if (target instanceof HTMLFormElement) target.requestSubmit(submitter);
  }
  return (
    <div className="mb-4 max-w-240">
      <RetryNotice key={failedAt} send={sendAgain} />
    </div>
  );
}
