import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { DomainError } from '~/errors';
import { respondWithError, respondWithJson } from '~/http/responses/json.server';

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type Handlers = Partial<
  Record<'GET' | 'POST' | 'PUT' | 'DELETE', (args: RouteArgs) => Promise<unknown>>
>;
export type Route = (args: RouteArgs) => Promise<Response>;

export function endpoint(handlers: Handlers): Route {
  return async (args) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const handler = handlers[method as keyof typeof handlers];
    if (handler) return toResponse(await handler(args));
    const allow = Object.keys(handlers).flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : name,
    );
    const error = new DomainError('notAllowed', { message: 'This method is not allowed here.' });
    return respondWithError(error, { Allow: allow.join(', ') });
  };
}

function toResponse(answer: unknown): Response {
  return answer instanceof Response ? answer : respondWithJson(answer);
}
