import {
  type ActionFunction,
  type LoaderFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import { DomainError } from '~/errors';
import { respondWithError } from '~/http/responses/json.server';
import { getRequestId, logError, setRequestRoute } from '~/log.server';
import { toDomainError } from '~/result.server';

interface Route {
  parentId?: string;
  path?: string;
  module: { loader?: LoaderFunction; action?: ActionFunction; default?: unknown };
}
type Handler = LoaderFunction | ActionFunction;

/**
 * Wraps loaders and actions: a `DomainError` gets its own answer, a database failure 503 or 507,
 * any other error 500 with an id. The error page of a form sent without scripts has no data of the
 * root, as Remix runs no loaders for it; the answer brings them.
 */
export function withErrorResponses<Build extends { routes: Record<string, Route | undefined> }>(
  build: Build,
): Build {
  const loadRoot = build.routes.root?.module.loader;
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && withErrorResponsesInRoute(route, loadRoot),
  ]);
  return { ...build, routes: Object.fromEntries(routes) as Build['routes'] };
}

function withErrorResponsesInRoute(route: Route, loadRoot?: LoaderFunction): Route {
  const { loader, action, default: page } = route.module;
  const pattern = route.parentId ? `/${route.path ?? ''}` : undefined;
  return {
    ...route,
    module: {
      ...route.module,
      loader: loader && (catchErrors(loader, pattern) as LoaderFunction),
      action:
        action && (catchErrors(action, pattern, page ? loadRoot : undefined) as ActionFunction),
    },
  };
}

function catchErrors(
  handle: Handler,
  pattern: string | undefined,
  loadRoot?: LoaderFunction,
): Handler {
  return async (args) => {
    if (pattern !== undefined) setRequestRoute(pattern);
    try {
      return await handle(args);
    } catch (thrown) {
      if (!(thrown instanceof Error) || args.context.signal?.aborted) throw thrown;
      const error = toDomainError(thrown) ?? toUnexpectedError(thrown);
      const shown = describeMergedDeal(args.request, error);
      throw (
        redirectToMergedDeal(args.request, error) ??
        respondWithError(
          loadRoot && isForPage(args.request) ? await addRoot(shown, args, loadRoot) : shown,
        )
      );
    }
  };
}

function isForPage({ headers }: Request): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}

/** Leaves the root's data out if they cannot be loaded, either. */
async function addRoot(
  error: DomainError,
  args: LoaderFunctionArgs,
  loadRoot: LoaderFunction,
): Promise<DomainError> {
  try {
    const { data: root } = (await loadRoot(args)) as { data: object };
    return new DomainError(error.kind, { ...error.body, root }, { retryAfter: error.retryAfter });
  } catch {
    return error;
  }
}

function redirectToMergedDeal(
  { method, url }: Request,
  { mergedDeal }: DomainError,
): Response | undefined {
  if (!mergedDeal || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const { pathname, search } = new URL(url);
  const [, start, rest] =
    new RegExp(`^(/pipeline/|/api/pipelines/)${mergedDeal.from}(/.*)?$`).exec(pathname) ?? [];
  return start ? redirect(`${start}${mergedDeal.to}${rest ?? ''}${search}`) : undefined;
}

/** A form of a deal that was merged meanwhile cannot go on to the winner, which has other values. */
function describeMergedDeal({ url }: Request, error: DomainError): DomainError {
  const { kind, body, mergedDeal } = error;
  if (!mergedDeal || !new URL(url).pathname.startsWith('/pipeline/')) return error;
  return new DomainError(kind, {
    ...body,
    title: 'This deal has been merged',
    message: 'It has been merged into another deal in the meantime. Nothing was saved.',
    mergedInto: `/pipeline/${mergedDeal.to}`,
  });
}

function toUnexpectedError(error: Error): DomainError {
  logError(error);
  const message = 'Please try again. If it happens again, give your administrator this reference.';
  return new DomainError('unexpected', { message, id: getRequestId() });
}
