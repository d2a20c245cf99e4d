import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { Refusal } from '~/refusal';
import type { Viewer } from '~/models/access';
import { readId, readJson } from '~/web/forms/request.server';
import { answerTo, jsonAnswer } from '~/web/http/json.server';
import { refuseToken, requireApiUser } from '~/web/session/auth.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handlers<Given extends unknown[]> = Partial<
  Record<'GET' | 'POST' | 'PUT' | 'DELETE', (...args: Given) => Promise<unknown>>
>;
type Route = (args: Args) => Promise<Response>;
type Guard = (request: Request) => Promise<Viewer>;

/**
 * Loader and action of an API route, by method: what is no Response is sent as JSON. Any other method
 * is 405 with `Allow`.
 */
export function endpoint(handlers: Handlers<[Args]>): Route {
  return async (args) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const handler = handlers[method as keyof typeof handlers];
    if (handler) return asResponse(await handler(args));
    const allow = Object.keys(handlers).flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : name,
    );
    const refused = new Refusal('notAllowed', { message: 'This method is not allowed here.' });
    return answerTo(refused, { Allow: allow.join(', ') });
  };
}

function asResponse(answer: unknown): Response {
  return answer instanceof Response ? answer : jsonAnswer(answer);
}

/** The same for those whom the guard admits: handlers get the viewer. */
export function userEndpoint(
  handlers: Handlers<[Viewer, Args]>,
  guard: Guard = requireApiUser,
): Route {
  return endpoint(
    mapped(handlers, (handler) => async (args: Args) => handler(await guard(args.request), args)),
  );
}

/** The same for one row, such as a deal: handlers get the viewer and the row's id. */
export function rowEndpoint(
  handlers: Handlers<[Viewer, number, Args]>,
  guard: Guard = requireApiUser,
): Route {
  return userEndpoint(
    mapped(
      handlers,
      (handler) => (viewer: Viewer, args: Args) => handler(viewer, readId(args.params.id), args),
    ),
    guard,
  );
}

function mapped<From extends unknown[], To extends unknown[]>(
  handlers: Handlers<From>,
  wrap: (handler: (...args: From) => Promise<unknown>) => (...args: To) => Promise<unknown>,
): Handlers<To> {
  return Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [method, wrap(handler)]),
  );
}

/** What the API does with a row that belongs to a deal. */
interface Part<Row, Changes> {
  noun: 'contact' | 'note' | 'task';
  get: (viewer: Viewer, pipelineId: number, id: number) => Promise<Row>;
  json: (row: Row) => unknown;
  changes: z.ZodType<Changes>;
  change: (viewer: Viewer, pipelineId: number, id: number, changes: Changes) => Promise<unknown>;
  remove: (viewer: Viewer, pipelineId: number, id: number) => Promise<unknown>;
}

/** One row that belongs to a deal, to read, change and delete; `noun` names it in the address. */
export function partEndpoint<Row, Changes>(part: Part<Row, Changes>): Route {
  const { noun, get, json, changes, change, remove } = part;
  return rowEndpoint({
    GET: async (viewer, pipelineId, { params }) =>
      json(await get(viewer, pipelineId, readId(params[noun]))),
    PUT: async (viewer, pipelineId, { request, params }) => {
      const id = readId(params[noun]);
      await change(viewer, pipelineId, id, await readJson(request, changes));
      return json(await get(viewer, pipelineId, id));
    },
    DELETE: async (viewer, pipelineId, { params }) => {
      await remove(viewer, pipelineId, readId(params[noun]));
      return { message: `${noun[0]!.toUpperCase()}${noun.slice(1)} deleted successfully` };
    },
  });
}

/** For accounts, where API tokens are refused. */
export function withoutToken(guard: Guard): Guard {
  return async (request) => {
    await refuseToken(request);
    return guard(request);
  };
}
