import { isRouteErrorResponse } from '@remix-run/react';

/**
 * True for an answer of the application to a request; false if the connection, a proxy or the
 * server failed.
 */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}
