import { useActionData, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '~/ui/icon';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { useFailureToast } from '~/ui/toast/show-toast';
import { isConnectionFailure } from './client-action';

const RETRY_INTERVAL_MS = 5_000;
/** Changing the theme beside a form keeps what was typed, too. */
const PREFETCHED_ROUTES = ['settings'];

export async function isServerReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export interface FormSender {
  state: string;
  data?: unknown;
}

/** Returns when the form could not be sent, in ms since 1970, until it is sent again. */
export function useFailedAt(fetcher?: FormSender): number | undefined {
  usePrefetchedRoutes(PREFETCHED_ROUTES);
  const page = { data: useActionData<unknown>(), state: useNavigation().state };
  const { data: reply, state } = fetcher ?? page;
  return isConnectionFailure(reply) && state === 'idle' ? reply.failedAt : undefined;
}

export function useRetry(failure: string, fetcher?: FormSender) {
  const retry = useRef<() => void>(undefined);
  const failedAt = useFailedAt(fetcher);
  useFailureToast(failedAt, 'Error', failure);
  return {
    onSubmit({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>) {
      const { submitter } = nativeEvent as SubmitEvent;
      retry.current = () => currentTarget.requestSubmit(submitter);
    },
    notice: failedAt !== undefined && (
      <RetryNotice key={failedAt} failure={failure} send={() => retry.current?.()} />
    ),
  };
}

export function RetryNotice({ failure, send }: { failure?: string; send: () => void }) {
  const [waits, setWaits] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      void isServerReachable().then((isReachable) => isReachable && send());
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [waits, send]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice notice-failed scroll-mt-16">
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p>
          <strong className="font-semibold">{failure && `${failure}. `}Not sent.</strong> The server
          could not be reached. Everything you typed is still here.
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button type="button" className="btn" onClick={send}>
            Try again
          </button>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={waits}
              onChange={({ target }) => setWaits(target.checked)}
            />
            Send it when the connection is back
          </label>
        </p>
      </div>
    </div>
  );
}
