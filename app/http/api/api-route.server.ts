import type { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { parseInput } from '~/errors';
import { readJson } from '~/http/request/json.server';
import { parseId } from '~/http/request/params.server';
import type { RequestArgs } from '~/http/responses/stream.server';
import {
  assertNoToken,
  requireApiAdmin,
  requireApiStaff,
  requireApiUser,
} from '~/http/session/api-guards.server';
import type { Answers, Content, Schema } from './describe.server';
import { endpoint, type Route, type RouteArgs } from './endpoint.server';
import { assertIfMatchChecked } from './if-match.server';

export interface OperationDescription {
  operationId: string;
  summary: string;
  description?: string;
  /** Answers 403 to requests with an API token, which cannot manage accounts. */
  refusesTokens?: boolean;
  parameters?: Schema[];
  body?: z.ZodType;
  isBodyOptional?: boolean;
  /** Refuses misspelled keys where a body without any would empty or open something. */
  needsKnownKey?: boolean;
  upload?: Content;
  /** The document adds the errors that follow from the rest, such as 401 and 404. */
  answers: Answers;
}

interface PathParameter<Value> {
  schema: Schema;
  parse: (sent: string | undefined) => Value;
}
type PathParameters<Params> = { [Name in keyof Params]: PathParameter<Params[Name]> };

export const NUMBER: PathParameter<number> = {
  schema: { type: 'integer', minimum: 1 },
  parse: parseId,
};
export const TEXT: PathParameter<string> = {
  schema: { type: 'string' },
  parse: (sent = '') => sent,
};

interface Operation<Params, Body> extends OperationDescription {
  access?: 'user' | 'staff' | 'admin';
  body?: z.ZodType<Body>;
  handler(input: RequestArgs & { viewer: Viewer; params: Params; body: Body }): Promise<unknown>;
}
interface PublicOperation<Body> extends OperationDescription {
  body?: z.ZodType<Body>;
  handler(input: RequestArgs & { body: Body }): Promise<unknown>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface RouteDescription {
  path: string;
  isPublic: boolean;
  params?: Record<string, { schema: Schema }>;
  operations: Partial<Record<Method, OperationDescription>>;
}
export type ApiRoute = Route & { description: RouteDescription };

const GUARDS = { user: requireApiUser, staff: requireApiStaff, admin: requireApiAdmin };

/**
 * Builds the loader and action of an API route for signed-in users. Checks the caller, the
 * parameters of `path` and the body, in this order, before a handler runs.
 */
export function apiRoute<Params, Post, Put>({
  path,
  params,
  ...operations
}: {
  path: string;
  params?: PathParameters<Params>;
  GET?: Operation<Params, unknown>;
  POST?: Operation<Params, Post>;
  PUT?: Operation<Params, Put>;
  DELETE?: Operation<Params, unknown>;
}): ApiRoute {
  const createHandler =
    (operation: Operation<Params, unknown>) =>
    async ({ request, context, params: sent }: RouteArgs) => {
      if (operation.refusesTokens) await assertNoToken(request);
      const viewer = await GUARDS[operation.access ?? 'user'](request);
      const parsed = parseParams(params, sent);
      assertIfMatchChecked(request, operation.parameters);
      const body = await readOperationBody(request, operation);
      return operation.handler({ request, context, viewer, params: parsed, body });
    };
  const route = endpoint(mapMethods(operations, createHandler));
  return Object.assign(route, { description: { path, isPublic: false, params, operations } });
}

export function publicApiRoute<Post>({
  path,
  ...operations
}: {
  path: string;
  GET?: PublicOperation<unknown>;
  POST?: PublicOperation<Post>;
}): ApiRoute {
  const createHandler =
    (operation: PublicOperation<unknown>) =>
    async ({ request, context }: RouteArgs) => {
      if (operation.refusesTokens) await assertNoToken(request);
      const body = operation.body && (await readJson(request, operation.body));
      return operation.handler({ request, context, body });
    };
  const route = endpoint(mapMethods(operations, createHandler));
  return Object.assign(route, { description: { path, isPublic: true, operations } });
}

function mapMethods<Given, Handler>(
  operations: Partial<Record<Method, Given>>,
  createHandler: (operation: Given) => Handler,
): Partial<Record<Method, Handler>> {
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, createHandler(operation)]),
  );
}

async function readOperationBody(
  request: Request,
  { body, isBodyOptional, needsKnownKey }: OperationDescription,
): Promise<unknown> {
  const { headers } = request;
  const hasBody = headers.get('Transfer-Encoding') ?? Number(headers.get('Content-Length') ?? 0);
  if (isBodyOptional && body && !hasBody && !headers.has('Content-Type'))
    return parseInput(body, {});
  return body && readJson(request, body, { needsKnownKey });
}

function parseParams<Params>(
  params: PathParameters<Params> | undefined,
  sent: RouteArgs['params'],
): Params {
  const entries = Object.entries<PathParameter<unknown>>(params ?? {});
  return Object.fromEntries(
    entries.map(([name, { parse }]) => [name, parse(sent[name])]),
  ) as Params;
}
