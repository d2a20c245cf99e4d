import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
  useLocation,
  useNavigation,
} from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/components/frame/hydrated';
import { Icon } from '~/components/frame/icon';
import { useFailureToast } from '~/components/frame/show-toast';
import { deleteSavedText } from './typed-text';

/** The reply to a form that could not be sent; the number differs from time to time. */
export interface Unsent {
  unsent: number;
}

/**
 * True for an answer of the application to a request; false if the connection, a proxy or the
 * server failed.
 */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}

/** In ms. */
const RETRY_EVERY = 5_000;

/** The `clientAction` of forms: if the server cannot be reached, the page stays as it is. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (thrown) {
    // A saved form redirects.
    if (thrown instanceof Response) deleteSavedText();
    if (isAnswer(thrown)) throw thrown;
    return { unsent: Date.now() } satisfies Unsent;
  }
}

export function isUnsent(reply: unknown): reply is Unsent {
  return typeof reply === 'object' && reply !== null && 'unsent' in reply;
}

/** What the action of the page answered to its form; undefined for one that could not be sent. */
export function useReply<Action>() {
  const reply = useActionData<Action>();
  return isUnsent(reply) ? undefined : reply;
}

export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !isUnsent(actionResult);

/**
 * Where a form is sent without scripts: to another address than the page's. A failed submission to
 * the same address would replace the page in the history, and Back would skip what was typed.
 */
export function useSubmitAddress(): string | undefined {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  if (isHydrated) return undefined;
  const params = new URLSearchParams(search);
  if (params.has('save')) params.delete('save');
  else params.set('save', '1');
  return params.size ? `${pathname}?${params}` : pathname;
}

/** What sends a form instead of the page. */
export interface Sender {
  state: string;
  data?: unknown;
}

/**
 * `onSubmit` remembers what was sent; `notice` offers to send it again. With a `fetcher`, of a form
 * that it sends.
 */
export function useResend(failure: string, fetcher?: Sender) {
  const page = { data: useActionData<unknown>(), state: useNavigation().state };
  const { data: reply, state } = fetcher ?? page;
  const resend = useRef<() => void>(undefined);
  const unsent = isUnsent(reply) && state === 'idle' ? reply.unsent : undefined;
  useFailureToast(unsent, 'Error', failure);
  return {
    onSubmit({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>) {
      const { submitter } = nativeEvent as SubmitEvent;
      resend.current = () => currentTarget.requestSubmit(submitter);
    },
    notice: unsent !== undefined && (
      <UnsentNotice key={unsent} failure={failure} send={() => resend.current?.()} />
    ),
  };
}

function UnsentNotice({ failure, send }: { failure: string; send: () => void }) {
  const [waits, setWaits] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && send(),
        () => undefined,
      );
    }, RETRY_EVERY);
    return () => clearInterval(timer);
  }, [waits, send]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice notice-failed scroll-mt-16">
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p>
          <strong className="font-semibold">{failure}. Not sent.</strong> The server could not be
          reached. Everything you typed is still here.
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
