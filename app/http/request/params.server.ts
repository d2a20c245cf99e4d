import { notFound } from '~/errors';

export function isId(value: string | null | undefined): value is string {
  return /^[1-9]\d{0,14}$/.test(value ?? '');
}

export function parseId(value: string | null | undefined): number {
  if (!isId(value)) throw notFound();
  return Number(value);
}

/** Parses `limit` and `offset`; invalid or missing ones select the whole list (rule 11.6). */
export function parseLimitAndOffset(params: URLSearchParams): { limit: number; offset: number } {
  const parseNumber = (name: string, defaultValue: number) =>
    /^\d{1,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : defaultValue;
  return {
    limit: parseNumber('limit', Number.MAX_SAFE_INTEGER),
    offset: parseNumber('offset', 0),
  };
}

export function isForced(request: Request): boolean {
  return new URL(request.url).searchParams.get('force') === 'true';
}

/** Parses the key that makes a form store one record even if it is sent twice. */
export function parseSubmissionKey(sent: string | null): string | undefined {
  return sent && /^[\w-]{36}$/.test(sent) ? sent : undefined;
}
