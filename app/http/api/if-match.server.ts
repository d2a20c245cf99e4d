import { badRequest } from '~/errors';
import type { Schema } from './describe.server';

const NAME = 'If-Match';

export const describeIfMatch = (noun: string): Schema => ({
  name: NAME,
  in: 'header',
  description: `The ETag of the version of the ${noun} that was read.`,
  schema: { type: 'string' },
});

export const formatVersionTag = (version: number) => ({ ETag: `"${version}"` });

/** Returns the version that the caller read, undefined for any. Throws 400 for another tag. */
export function parseIfMatch(request: Request, path: string): number | undefined {
  const tag = readIfMatch(request);
  if (tag === undefined) return undefined;
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
  if (!version) throw badRequest(`If-Match takes the ETag of GET ${path}.`);
  return Number(version);
}

/** Refuses a condition that the operation would not check. */
export function assertIfMatchChecked(request: Request, parameters: Schema[] = []): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (readIfMatch(request) === undefined || parameters.some(({ name }) => name === NAME)) return;
  throw badRequest('This address does not take If-Match.');
}

function readIfMatch({ headers }: Request): string | undefined {
  const tag = headers.get(NAME);
  return tag === null || tag.trim() === '*' ? undefined : tag;
}
