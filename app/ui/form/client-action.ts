import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
} from '@remix-run/react';
import { deleteSubmittedDraft } from './draft';

/** The reply to a form that could not be sent; the number differs from time to time. */
export interface ConnectionFailure {
  unsent: number;
}

/**
 * True for an answer of the application to a request; false if the connection, a proxy or the
 * server failed.
 */
export function isServerAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}

/** The `clientAction` of forms: if the server cannot be reached, the page stays as it is. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (thrown) {
    // A saved form redirects.
    if (thrown instanceof Response) deleteSubmittedDraft();
    if (isServerAnswer(thrown)) throw thrown;
    return { unsent: Date.now() } satisfies ConnectionFailure;
  }
}

export function isConnectionFailure(reply: unknown): reply is ConnectionFailure {
  return typeof reply === 'object' && reply !== null && 'unsent' in reply;
}

/** What the action of the page answered to its form; undefined for one that could not be sent. */
export function useReply<Action>() {
  const reply = useActionData<Action>();
  return isConnectionFailure(reply) ? undefined : reply;
}

export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !isConnectionFailure(actionResult);
