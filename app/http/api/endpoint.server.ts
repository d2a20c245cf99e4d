import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { DomainError } from '~/errors';
import { parseId } from '~/http/request/params.server';
import { respondWithError, respondWithJson } from '~/http/responses/json.server';
import { assertNoToken, requireApiUser } from '~/http/session/api-guards.server';

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type Handlers<Given extends unknown[]> = Partial<
  Record<'GET' | 'POST' | 'PUT' | 'DELETE', (...args: Given) => Promise<unknown>>
>;
export type Route = (args: RouteArgs) => Promise<Response>;
type Guard = (request: Request) => Promise<Viewer>;

/**
 * Builds the loader and action of an API route. Handlers return JSON or a Response; other methods
 * get 405 with `Allow`.
 */
export function endpoint(handlers: Handlers<[RouteArgs]>): Route {
  return async (args) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const handler = handlers[method as keyof typeof handlers];
    if (handler) return toResponse(await handler(args));
    const allow = Object.keys(handlers).flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : name,
    );
    const refused = new DomainError('notAllowed', { message: 'This method is not allowed here.' });
    return respondWithError(refused, { Allow: allow.join(', ') });
  };
}

function toResponse(answer: unknown): Response {
  return answer instanceof Response ? answer : respondWithJson(answer);
}

/** Builds an endpoint for signed-in users; handlers get the viewer. */
export function userEndpoint(
  handlers: Handlers<[Viewer, RouteArgs]>,
  guard: Guard = requireApiUser,
): Route {
  return endpoint(
    mapHandlers(
      handlers,
      (handler) => async (args: RouteArgs) => handler(await guard(args.request), args),
    ),
  );
}

/** Builds an endpoint for one row, such as a deal; handlers get the viewer and the row's id. */
export function rowEndpoint(
  handlers: Handlers<[Viewer, number, RouteArgs]>,
  guard: Guard = requireApiUser,
): Route {
  return userEndpoint(
    mapHandlers(
      handlers,
      (handler) => (viewer: Viewer, args: RouteArgs) =>
        handler(viewer, parseId(args.params.id), args),
    ),
    guard,
  );
}

function mapHandlers<From extends unknown[], To extends unknown[]>(
  handlers: Handlers<From>,
  wrap: (handler: (...args: From) => Promise<unknown>) => (...args: To) => Promise<unknown>,
): Handlers<To> {
  return Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [method, wrap(handler)]),
  );
}

/** Refuses API tokens, which cannot manage accounts. */
export function refuseTokens(guard: Guard): Guard {
  return async (request) => {
    await assertNoToken(request);
    return guard(request);
  };
}
