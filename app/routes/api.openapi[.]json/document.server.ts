import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { GROUPS } from '~/domain/user/fields';
import type { ApiRoute, OperationDescription, RouteDescription } from '~/http/api/api-route.server';
import {
  type Answers,
  BUSY_ANSWERS,
  describeError,
  describeHeader,
  describeJson,
  RETRY_AFTER,
  type Schema,
} from '~/http/api/describe.server';
import { ANSWERS, BODIES } from './schemas.server';

/**
 * Generates the OpenAPI 3.1 document from the API routes and their zod schemas. Tests check every
 * response against it.
 */

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security?: Schema[];
  parameters?: Schema[];
  requestBody?: Schema;
  responses: Answers;
}
type PathItem = { parameters?: Schema[] } & Partial<
  Record<'get' | 'head' | 'post' | 'put' | 'delete', Operation>
>;

export interface OpenApiDocument {
  openapi: string;
  info: Schema;
  security: Schema[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, Schema>>;
}

const DESCRIPTION = `Requests and answers are JSON. Authenticate with the session cookie of \`POST /api/auth/login\`, or with an
API token from the page "Your account" as \`Authorization: Bearer\`. If both are sent, the token is used.
Times are in UTC. An unsupported method is answered with 405 and \`Allow\`, an unknown address with 404,
a request that cannot be read with 400, and a failure of the server with 500, each with a Refusal.`;

const SIGNED_OUT: Answers = {
  401: describeError('Nobody is signed in, or the API token is unknown or has expired.', {
    'WWW-Authenticate': describeHeader('Always Bearer.'),
  }),
  403: describeError('The caller must set up two-step login first.'),
};
const NOT_VISIBLE: Answers = {
  404: describeError('It does not exist, or the caller cannot see it.'),
};
const INVALID_BODY: Answers = {
  400: describeError(
    'The body is not valid JSON or fails validation; errors lists each invalid field.',
  ),
  415: describeError('The body is not application/json.'),
};
const WRITE_ANSWERS: Answers = {
  403: describeError(
    'The caller or their API token may not do this, or a browser sent the request from another site.',
  ),
  413: describeError('The body is over 1 MB.'),
  429: describeError('Too many writes within a minute.', RETRY_AFTER),
  ...BUSY_ANSWERS,
  507: describeError('The disk is full.', RETRY_AFTER),
};
const MERGED: Answers = {
  302: {
    description: 'The deal was merged into another one. The answer redirects there.',
    headers: { Location: describeHeader('The address on the other deal.') },
  },
};

const ROUTES = import.meta.glob<Partial<ApiRoute>>('/app/routes/api.*.ts', {
  eager: true,
  import: 'loader',
});

/** Describes the route in this folder, which cannot import itself. */
const DESCRIBE_API: RouteDescription = {
  path: '/api/openapi.json',
  isPublic: true,
  operations: {
    GET: {
      operationId: 'describeApi',
      summary: 'Get this description',
      answers: {
        200: {
          description: 'The API in OpenAPI 3.1.',
          content: describeJson({
            type: 'object',
            properties: { openapi: { type: 'string' }, paths: { type: 'object' } },
            required: ['openapi', 'paths'],
          }),
        },
      },
    },
  },
};

let document: OpenApiDocument | undefined;

export function getOpenApiDocument(): OpenApiDocument {
  return (document ??= {
    openapi: '3.1.0',
    info: { title: 'Deal Pipeline', version: '1.0.0', description: DESCRIPTION },
    security: [{ session: [] }, { bearer: [] }],
    paths: nameSchemas(
      Object.fromEntries(listRoutes().map((route) => [route.path, describePath(route)])),
    ),
    components: {
      schemas: { ...buildComponents(BODIES, 'input'), ...buildComponents(ANSWERS, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Over https, the cookie is called __Host-session.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token. It can do what its user can, except manage accounts. A read-only token can only be used with GET.',
        },
      },
    },
  });
}

/** Leaves out api.$.ts, which answers 404 to every other address. */
function listRoutes(): RouteDescription[] {
  const described = Object.values(ROUTES).map(({ description }) => description);
  return [DESCRIBE_API, ...described.filter((description) => description !== undefined)];
}

function describePath(route: RouteDescription): PathItem {
  const { GET, POST, PUT, DELETE } = route.operations;
  return addHead({
    parameters: route.params && listPathParameters(route.params),
    get: GET && describeOperation(GET, route, listReadAnswers(route)),
    post: POST && describeOperation(POST, route, WRITE_ANSWERS),
    put: PUT && describeOperation(PUT, route, WRITE_ANSWERS),
    delete: DELETE && describeOperation(DELETE, route, WRITE_ANSWERS),
  });
}

function listPathParameters(params: Record<string, { schema: Schema }>): Schema[] {
  return Object.entries(params).map(([name, { schema }]) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }));
}

function listReadAnswers({ path }: RouteDescription): Answers {
  return path.startsWith('/api/pipelines/{id}') ? MERGED : {};
}

function describeOperation(
  operation: OperationDescription,
  { isPublic, params }: RouteDescription,
  methodAnswers: Answers,
): Operation {
  const { operationId, summary, description, parameters, body, upload, answers } = operation;
  const content = body ? describeJson(body) : upload;
  return {
    operationId,
    summary,
    description,
    security: isPublic ? [] : operation.refusesTokens ? [{ session: [] }] : undefined,
    parameters,
    requestBody: content && { required: true, content },
    responses: {
      ...(!isPublic && SIGNED_OUT),
      ...(params && NOT_VISIBLE),
      ...(body && INVALID_BODY),
      ...methodAnswers,
      ...answers,
    },
  };
}

function nameSchemas(paths: Record<string, PathItem>): Record<string, PathItem> {
  const names = new Map(
    Object.entries({ ...BODIES, ...ANSWERS }).map(([name, schema]) => [schema as unknown, name]),
  );
  const nameSchema = (_: string, value: unknown) => {
    if (!(value instanceof z.ZodType)) return value;
    const name = names.get(value);
    if (!name) throw new Error('A schema of an API route has no name in schemas.server.ts.');
    return { $ref: `#/components/schemas/${name}` };
  };
  return JSON.parse(JSON.stringify(paths, nameSchema)) as Record<string, PathItem>;
}

export function getOpenApiDocumentFor(groups: string[] | undefined): OpenApiDocument {
  const isGroups = (key: string, value: unknown) =>
    key === 'enum' && isDeepStrictEqual(value, GROUPS);
  return JSON.parse(JSON.stringify(getOpenApiDocument()), (key, value: unknown) =>
    isGroups(key, value) ? groups : value,
  ) as OpenApiDocument;
}

function addHead(item: PathItem): PathItem {
  if (!item.get) return item;
  const responses = Object.fromEntries(
    Object.entries(item.get.responses).map(([status, { content: _, ...rest }]) => [status, rest]),
  );
  return { ...item, head: { ...item.get, operationId: `${item.get.operationId}Head`, responses } };
}

function buildComponents(
  schemas: Record<string, z.ZodType>,
  io: 'input' | 'output',
): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => dropPattern(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      schema,
    ]),
  );
}

/** Drops zod's pattern, which repeats the format at length. */
function dropPattern(schema: { format?: string; pattern?: string }): void {
  if (schema.format) delete schema.pattern;
}
