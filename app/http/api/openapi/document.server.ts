import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { GROUPS } from '~/domain/user/fields';
import { ACCOUNT_PATHS } from './accounts.server';
import { describeHeader, type PathItem, type Schema } from './builders.server';
import { DEAL_RECORD_PATHS } from './deal-records.server';
import { DEAL_PATHS } from './deals.server';
import { FUND_PATHS } from './fund.server';
import { ANSWERS, BODIES } from './schemas.server';
import { UPLOAD_PATHS } from './uploads.server';

/**
 * Generates the OpenAPI 3.1 document from the zod schemas. Tests check every response against it.
 */

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

const PATHS = {
  ...DEAL_PATHS,
  ...DEAL_RECORD_PATHS,
  ...UPLOAD_PATHS,
  ...FUND_PATHS,
  ...ACCOUNT_PATHS,
};

let document: OpenApiDocument | undefined;

export function getOpenApiDocument(): OpenApiDocument {
  return (document ??= {
    openapi: '3.1.0',
    info: { title: 'Deal Pipeline', version: '1.0.0', description: DESCRIPTION },
    security: [{ session: [] }, { bearer: [] }],
    paths: Object.fromEntries(
      Object.entries(PATHS).map(([path, item]) => [
        path,
        { ...addHead(addMergeRedirect(path, item)), parameters: listPathParameters(path) },
      ]),
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

/** Lists the parameters in braces: ids are numbers, except those of accounts and fields. */
function listPathParameters(path: string): Schema[] | undefined {
  const isText = /^\/api\/(admin\/users|fields)\//.test(path);
  const schema = isText ? { type: 'string' } : { type: 'integer', minimum: 1 };
  const names = path.match(/(?<=\{)\w+/g);
  return names?.map((name) => ({ name, in: 'path', required: true, schema }));
}

/** A merged deal redirects to the one that it was merged into. */
function addMergeRedirect(path: string, item: PathItem): PathItem {
  if (!item.get || !path.startsWith('/api/pipelines/{id}')) return item;
  const description = 'The deal was merged into another one. The answer redirects there.';
  const moved = {
    description,
    headers: { Location: describeHeader('The address on the other deal.') },
  };
  return { ...item, get: { ...item.get, responses: { 302: moved, ...item.get.responses } } };
}

/** Returns the document with this fund's groups; without `groups`, it names none. */
export function getOpenApiDocumentFor(groups: string[] | undefined): OpenApiDocument {
  const isGroups = (key: string, value: unknown) =>
    key === 'enum' && isDeepStrictEqual(value, GROUPS);
  return JSON.parse(JSON.stringify(getOpenApiDocument()), (key, value: unknown) =>
    isGroups(key, value) ? groups : value,
  ) as OpenApiDocument;
}

/** Derives HEAD from GET. */
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
