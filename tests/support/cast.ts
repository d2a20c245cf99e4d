import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node';
import { beforeAll, beforeEach } from 'vitest';
import { customFields, type User, users } from '#db/schema';
import { SEED_USERS } from '#db/seed/users';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { addUser, createUser } from '~/domain/user/create.server';
import { respondWithError } from '~/http/responses/json.server';
import { startSession } from '~/http/session/session.server';
import { toDomainError } from '~/result.server';
import { expectDocumented } from './api-document';

/** A person of the named cast (db/seed/users.ts): `const { ana, maren } = people`. */
export type CastMember = User & { plainPassword: string; cookie: string };
export type Cast = Record<(typeof SEED_USERS)[number]['key'], CastMember>;

const ORIGIN = 'http://localhost:3000';

export async function createCast(): Promise<Cast> {
  const members = SEED_USERS.map(async ({ key, shown: _, ...person }) => {
    const user = await createUser(person);
    const cookie = (await startSession(new Request(ORIGIN), user)).split(';', 1)[0]!;
    return [key, { ...user, plainPassword: person.password, cookie }] as const;
  });
  return Object.fromEntries(await Promise.all(members)) as Cast;
}

/** Creates the cast once for all tests of a file. */
export function createCastForAll(): Cast {
  const people = {} as Cast;
  beforeAll(async () => void Object.assign(people, await createCast()));
  return people;
}

export function createCastForEach(): Cast {
  const people = {} as Cast;
  beforeEach(async () => {
    await transaction(async (tx) => {
      await tx.delete(users);
      await tx.delete(customFields);
    });
    Object.assign(people, await createCast());
  });
  return people;
}

export const addPerson = (
  admin: Viewer,
  email: string,
  [firstName, lastName] = ['New', 'Person'],
) => addUser(admin, { email, password: 'a-password-of-2026', firstName, lastName });

interface RouteModule {
  loader?: unknown;
  action?: unknown;
}
interface Sent {
  as?: { cookie: string };
  params?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string | string[]> | [string, string][];
  file?: File | File[];
  /** Sent unchanged, with the type in `headers`. */
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  context?: AppLoadContext;
}

export function request(
  method: string,
  path: string,
  { as, json, form, file, body: bytes, headers }: Sent = {},
): Request {
  if (bytes) {
    const cookie = { ...(as && { Cookie: as.cookie }), ...headers };
    return new Request(ORIGIN + path, { method, body: bytes, headers: cookie });
  }
  const body =
    json !== undefined
      ? JSON.stringify(json)
      : form &&
        new URLSearchParams(
          Array.isArray(form)
            ? form
            : Object.entries(form).flatMap(([name, value]) =>
                [value].flat().map((item) => [name, item]),
              ),
        );
  if (file) {
    const upload = new FormData();
    for (const part of [file].flat()) upload.append('file', part);
    const cookie = { ...(as && { Cookie: as.cookie }), ...headers };
    return new Request(ORIGIN + path, { method, body: upload, headers: cookie });
  }
  const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return new Request(ORIGIN + path, {
    method,
    body,
    headers: {
      ...(body !== undefined && { 'Content-Type': type }),
      ...(as && { Cookie: as.cookie }),
      ...headers,
    },
  });
}

/**
 * Calls a route's loader (GET, HEAD) or action as Remix would, and returns thrown errors as
 * responses. API answers must be documented.
 */
export async function call(
  route: RouteModule,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Response> {
  const answer = await toAnswer(route, method, path, sent);
  if (path.startsWith('/api/')) await expectDocumented(method, path, answer);
  return answer;
}

async function toAnswer(
  route: RouteModule,
  method: string,
  path: string,
  sent: Sent,
): Promise<Response> {
  const handler = (['GET', 'HEAD'].includes(method) ? route.loader : route.action) as (
    args: ActionFunctionArgs,
  ) => Promise<unknown>;
  try {
    return asResponse(
      await handler({
        request: request(method, path, sent),
        params: sent.params ?? {},
        context: sent.context ?? {},
      }),
    );
  } catch (thrown) {
    const refused = toDomainError(thrown);
    if (refused) return respondWithError(refused);
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

function asResponse(value: unknown): Response {
  if (value instanceof Response) return value;
  if (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'DataWithResponseInit'
  ) {
    const { data, init } = value as unknown as { data: unknown; init: ResponseInit | null };
    return Response.json(data, init ?? undefined);
  }
  return Response.json(value ?? null);
}
