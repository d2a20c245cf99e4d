import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
} from '@remix-run/react';
import { useState } from 'react';
import { settleSubmittedDraft } from './draft';

/** Reply to a form that could not be sent; `failedAt` is in ms since 1970. */
export interface ConnectionFailure {
  failedAt: number;
}

/** Makes the reply while the server cannot be reached. An error page with a form replaces it. */
export const unsent = { reply: (): ConnectionFailure => ({ failedAt: Date.now() }) };

export function isServerAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (thrown) {
    // Matches saved forms, which redirect.
    if (thrown instanceof Response) settleSubmittedDraft();
    if (isServerAnswer(thrown)) throw thrown;
    return unsent.reply();
  }
}

export function isConnectionFailure(reply: unknown): reply is ConnectionFailure {
  return typeof reply === 'object' && reply !== null && 'failedAt' in reply;
}

/** Returns the server's latest answer, also after a form that could not be sent. */
export function useReply<Action>() {
  const latest = useActionData<Action>();
  const isUnsent = isConnectionFailure(latest);
  const [answer, setAnswer] = useState<typeof latest>();
  if (!isUnsent && latest !== answer) setAnswer(() => latest);
  return isUnsent ? answer : latest;
}

/** Loads the page again after the answer that it has changed in the meantime. */
export const revalidateOnConflict: ShouldRevalidateFunction = (change) =>
  [409, 412].includes(change.actionStatus ?? 0) || shouldRevalidate(change);

/** Takes fields off a deal's form that have been archived since it was opened. */
export const revalidateWhenArchived: ShouldRevalidateFunction = (change) =>
  Boolean((change.actionResult as { archivedValues?: object } | undefined)?.archivedValues) ||
  shouldRevalidate(change);

export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !isConnectionFailure(actionResult);
