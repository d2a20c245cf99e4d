import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import { databaseRefusal } from '~/refusal.server';
import { logError, noteRoute, requestId } from '~/log.server';
import type { RefusalAnswer } from '~/web/answers';

type Route = NonNullable<ServerBuild['routes'][string]>;
type Handler = LoaderFunction | ActionFunction;

/** Wraps loaders and actions: a database failure is 503 or 507, any other error 500 with an id. */
export function withErrorResponses(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && withErrorResponsesInRoute(route),
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

function withErrorResponsesInRoute(route: Route): Route {
  const { loader, action } = route.module;
  const pattern = route.parentId ? `/${route.path ?? ''}` : undefined;
  return {
    ...route,
    module: {
      ...route.module,
      loader: loader && (catching(loader, pattern) as LoaderFunction),
      action: action && (catching(action, pattern) as ActionFunction),
    },
  };
}

/** `pattern` is the route's path; undefined for the root, which is part of every page. */
function catching(handle: Handler, pattern: string | undefined): Handler {
  return async (args) => {
    if (pattern !== undefined) noteRoute(pattern);
    try {
      return await handle(args);
    } catch (thrown) {
      if (!(thrown instanceof Error) || args.request.signal.aborted) throw thrown;
      throw databaseRefusal(thrown) ?? unexpected(thrown);
    }
  };
}

function unexpected(error: Error): Response {
  logError(error);
  const body: RefusalAnswer = {
    message: 'Please try again. If it happens again, give your administrator this reference.',
    id: requestId(),
  };
  return Response.json(body, { status: 500 });
}
