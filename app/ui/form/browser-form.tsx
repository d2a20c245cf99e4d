import { type FormEvent, useState } from 'react';
import { isServerReachable, RetryNotice } from './retry';

/**
 * Lets the browser send a form by itself once the server answers. Otherwise the browser's own error
 * page would take the place of the form, and of the files that were chosen.
 */
export function useBrowserForm() {
  const [isSending, setSending] = useState(false);
  const [unsent, setUnsent] = useState<{ form: HTMLFormElement; failedAt: number }>();
  async function send(form: HTMLFormElement) {
    setSending(true);
    setUnsent(undefined);
    if (await isServerReachable()) {
      form.submit();
      return;
    }
    setSending(false);
    setUnsent({ form, failedAt: Date.now() });
  }
  return {
    isSending,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      void send(event.currentTarget);
    },
    notice: unsent && <RetryNotice key={unsent.failedAt} send={() => void send(unsent.form)} />,
  };
}
