import { notFound } from '~/errors';

/** Parses the row id in a path. Throws 404. */
export function parseId(value: string | undefined): number {
  if (!value || !/^[1-9]\d{0,14}$/.test(value)) throw notFound();
  return Number(value);
}

/** The part of a list to send: all of it without valid `limit` and `offset` (rule 11.6). */
export function parseLimitAndOffset(params: URLSearchParams): { limit: number; offset: number } {
  const read = (name: string, otherwise: number) =>
    /^\d{1,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : otherwise;
  return { limit: read('limit', Number.MAX_SAFE_INTEGER), offset: read('offset', 0) };
}

/** Whether an API caller asks not to be told of duplicates. */
export function isForced(request: Request): boolean {
  return new URL(request.url).searchParams.get('force') === 'true';
}

/** The key of a form that stores one thing even if it is sent twice. */
export function parseSubmissionKey(sent: string | null): string | undefined {
  return sent && /^[\w-]{36}$/.test(sent) ? sent : undefined;
}
