import { badRequest } from '~/errors';
import type { Schema } from './describe.server';

const NAME = 'If-Match';

export const describeIfMatch = (noun: string): Schema => ({
  name: NAME,
  in: 'header',
  description: `The ETag of the version of the ${noun} that was read, or a list of them.`,
  schema: { type: 'string' },
});

export const formatVersionTag = (version: number) => ({ ETag: `"${version}"` });

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const VERSION_TAG = /^(?:W\/)?"(\d{1,15})"$/;

/**
 * Returns the versions that the caller accepts, undefined for any. Throws 400 for what is no list of
 * tags, and for a list without a tag of ours.
 */
export function parseIfMatch(request: Request, path: string): number[] | undefined {
  const header = readIfMatch(request);
  if (header === undefined) return undefined;
  const tags = splitTags(header);
  const versions = tags.flatMap((tag) => VERSION_TAG.exec(tag)?.[1] ?? []).map(Number);
  if (!versions.length || !tags.every((tag) => ENTITY_TAG.test(tag)))
    throw badRequest(`If-Match takes the ETag of GET ${path}.`);
  return versions;
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

/** Splits at commas outside of quotes; empty elements of a list are ignored (RFC 9110, 5.6.1). */
function splitTags(header: string): string[] {
  const elements = header.match(/(?:"[^"]*"|[^,"])+|"/g) ?? [];
  return elements.map((element) => element.trim()).filter(Boolean);
}
