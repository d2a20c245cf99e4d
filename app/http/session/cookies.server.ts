import { createHmac } from 'node:crypto';
import { type Cookie as RemixCookie, createCookie } from '@remix-run/node';
import { parse, serialize } from 'cookie';
import type { z } from 'zod';
import { getSessionSecrets, isHttps } from '~/env.server';

/** On https the name begins with `__Host-`, so that no other host can set the cookie. */
export interface Cookie<T> {
  name: string;
  read(request: Request): Promise<T | undefined>;
  write(value: T): Promise<string>;
  clear(): Promise<string>;
}

interface CookieOptions<T> {
  /** In seconds. */
  maxAge: number;
  schema: z.ZodType<T>;
}

function getCookieSettings(plainName: string, maxAge: number) {
  const name = isHttps ? `__Host-${plainName}` : plainName;
  const attributes = { path: '/', sameSite: 'lax', secure: isHttps, maxAge } as const;
  return { name, attributes };
}

/** Creates a cookie that scripts cannot read, signed with the first of `secrets`. */
export function createSignedCookie<T>(
  plainName: string,
  { maxAge, schema, secrets = deriveSecrets(plainName) }: CookieOptions<T> & { secrets?: string[] },
): Cookie<T> & { remix: RemixCookie } {
  const { name, attributes } = getCookieSettings(plainName, maxAge);
  const remix = createCookie(name, { ...attributes, httpOnly: true, secrets });
  return {
    name,
    remix,
    async read(request) {
      const value: unknown = await remix
        .parse(request.headers.get('Cookie'))
        .catch(() => undefined);
      return schema.safeParse(value).data;
    },
    write: (value) => remix.serialize(value),
    clear: () => remix.serialize('', { maxAge: 0 }),
  };
}

/** Derived from the name, so that a value signed for one cookie is not valid in another. */
function deriveSecrets(plainName: string): string[] {
  return getSessionSecrets().map((secret) =>
    createHmac('sha256', secret).update(`cookie ${plainName}`).digest('base64url'),
  );
}

export function createPlainCookie<T extends string>(
  plainName: string,
  { maxAge, schema, readable = false }: CookieOptions<T> & { readable?: boolean },
) {
  const { name, attributes } = getCookieSettings(plainName, maxAge);
  return {
    name,
    read(request: Request): T | undefined {
      const value = parse(request.headers.get('Cookie') ?? '')[name];
      return schema.safeParse(value).data;
    },
    write: (value: T | '') => serialize(name, value, { ...attributes, httpOnly: !readable }),
  };
}
